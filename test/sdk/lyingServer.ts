import { toAccount } from 'viem/accounts'
import { parseJson, printJson } from '../../src/interface/json.ts'
import { createClient } from '../../src/sdk/client.ts'
import { harbor, type Service, walletOf } from '../e2e/setup.ts'
import { type Answer, revive } from './liar.ts'

/**
 * A server that accepts its own commits: real quotes, changed by `lie`, and it takes any commit or execute of them. So
 * only the client protects the signature. Each quote is requested once and changed anew each time.
 */
export function lyingServer(service: Service) {
  const kept = new Map<string, string>()
  const quoteOf = async (...[input, init]: Parameters<typeof fetch>): Promise<string | Response> => {
    const key = String(init?.body)
    const known = kept.get(key)
    if (known) return known
    const reply = await fetch(input, init)
    if (!reply.ok) return reply
    const text = await reply.text()
    kept.set(key, text)
    return text
  }
  const client = (lie: (answer: Answer) => void) => {
    const lying: typeof fetch = async (input, init) => {
      const name = String(input).split('/').at(-1)!
      if (name === 'CommitIntent') return answered({ intentId: idIn(String(init?.body)) })
      if (name === 'ExecuteIntent') return answered({ intentId: idIn(String(init?.body)), intentStatus: 'EXECUTING' })
      if (name !== 'QuoteIntent') return fetch(input, init)
      const quote = await quoteOf(input, init)
      if (quote instanceof Response) return quote
      const answer = revive(parseJson(quote)) as Answer
      lie(answer)
      return answered(answer)
    }
    return createClient({ url: service.app.url, fetch: lying })
  }
  return { client, forget: () => kept.clear() }
}

const answered = (value: unknown) =>
  new Response(printJson(value), { status: 200, headers: { 'content-type': 'application/json' } })
const idIn = (body: string): string => /"intentId":"(0x[0-9a-f]+)"/.exec(body)![1]!

export type Signed = { primaryType: string; message: Record<string, unknown>; domain: unknown }

/** A wallet that records signing requests and signs nothing. */
export function watchedWallet(service: Service) {
  const signed: Signed[] = []
  const wallet = walletOf(service.devnet, harbor, service.devnet.accounts[0]!)
  const refuse = async (): Promise<never> => {
    signed.push({ primaryType: 'another kind', message: {}, domain: {} })
    throw new Error('asked to sign something else')
  }
  const account = toAccount({
    address: wallet.account.address,
    signMessage: refuse,
    signTransaction: refuse,
    signTypedData: async (typed): Promise<never> => {
      signed.push(typed as unknown as Signed)
      throw new Error('asked to sign')
    },
  })
  return { wallet: { ...wallet, account }, signed }
}

/** What a signature is worth: all but its deadline and its nonce, which only prevents reuse. */
export function worthOf(signed: readonly Signed[]): string {
  return printJson(
    signed.map(({ primaryType, domain, message: { deadline: _, nonce: __, validBefore: ___, ...message } }) => ({
      primaryType,
      domain,
      message,
    })),
  )
}
