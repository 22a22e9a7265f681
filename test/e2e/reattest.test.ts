import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { concatHex, type Hex, keccak256, numberToHex, size, sliceHex } from 'viem'
import { sign } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { balance, deposit, finished, harbor, island, type Service, startService, tokens } from './setup.ts'

type Attested = { message: Hex; attestation: Hex; eventNonce: Hex; status: string }

/** Where a message says at which block of the destination it expires. */
const expirationAt = 148 + 196

/** Between the service and the attester: fast transfers are attested until the first block, that is expired, until somebody asks for more. */
let front: Server
const reattested: string[] = []
let service: Service

async function expired(one: Attested): Promise<Attested> {
  const message = concatHex([
    sliceHex(one.message, 0, expirationAt),
    numberToHex(1n, { size: 32 }),
    ...(size(one.message) > expirationAt + 32 ? [sliceHex(one.message, expirationAt + 32)] : []),
  ])
  const { privateKey } = devnetKeys().attester
  return { ...one, message, attestation: await sign({ hash: keccak256(message), privateKey, to: 'hex' }) }
}

beforeAll(async () => {
  front = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://front')
    const again = /^\/v2\/reattest\/(0x[0-9a-f]{64})$/.exec(pathname)?.[1]
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'POST' && again) {
      reattested.push(again)
      return json(200, { message: 'Re-attestation successfully requested for nonce.', nonce: again })
    }
    const reply = await fetch(`${service.devnet.attestationUrl}${pathname}${search}`)
    const body = (await reply.json()) as { messages?: Attested[] }
    const isFresh = ({ eventNonce }: Attested) => reattested.includes(eventNonce)
    const messages =
      body.messages && (await Promise.all(body.messages.map((one) => (isFresh(one) ? one : expired(one)))))
    json(reply.status, messages ? { messages } : body)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const cctpAttestationUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  service = await startService({ config: { providers: { cctpAttestationUrl } } })
})
afterAll(async () => {
  await service?.stop()
  await new Promise((resolve) => front.close(resolve))
})

test('a fast transfer whose attestation expired is attested again before it is delivered', async () => {
  const { client, devnet } = service
  const key = devnet.accounts[0]!
  const recipient = '0x00000000000000000000000000000000000b0b77'
  const { intent } = await client.quoteIntent({
    ownerAddress: key.address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    originTokenAmount: 100_000_000n,
    destinationChainId: island,
    destinationTokenAddress: tokens.usdc,
    destinationToAddress: recipient,
    options: { bridgeProvider: 'CCTP_FAST' },
  })
  await client.commitIntent({ intent })
  const depositTransactionHash = await deposit(devnet, key, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  const receipt = await finished(service, intent.intentId)
  expect(receipt.status).toBe('SUCCEEDED')
  expect(reattested).toHaveLength(1)
  expect(await balance(devnet, island, tokens.usdc, recipient)).toBe(receipt.summary.destinationTokenAmount)
})
