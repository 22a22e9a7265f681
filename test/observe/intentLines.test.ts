import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Response } from '../../src/interface/operations.ts'
import {
  execute,
  finished,
  fromTo,
  harbor,
  hearSharedLog,
  island,
  pauseAcross,
  pay,
  signDeposit,
  tokens,
  useService,
} from '../e2e/setup.ts'
import { startReceiver } from '../events/receiver.ts'
import { postJson } from '../postJson.ts'

type Line = Record<string, unknown> & { msg: string }

/** Messages about the process, a chain or a lane. What is in no list is about an intent and has to say which. */
const aboutTheService = [
  'the event loop was held',
  'configuration',
  'warmed up',
  'server started',
  'drain started',
  'drain done',
  'node health',
  'nodes disagree',
  'lane taken',
  'lane lost',
  'sender fault',
  'sender works again',
  'signer is low on gas',
  'forgotten',
  'market left out',
  'loop is late',
  'loop is back',
]
/** Calls that are about no intent, or about many. */
const aboutMany = ['GetChains', 'GetIntentHistory', 'SearchIntents']

const lines: Line[] = []
/** Lines of requests come several at once. */
const write = (text: string) =>
  lines.push(
    ...text
      .trimEnd()
      .split('\n')
      .map((line): Line => JSON.parse(line)),
  )

const service = useService({ comparesReceipts: false })
let stopHearing: (() => void) | undefined
beforeAll(async () => {
  stopHearing = hearSharedLog(write)
})
afterAll(() => stopHearing?.())

type Quoted = Response<'QuoteIntent'>['intent']

async function quoted(user: number, more: object = {}): Promise<Response<'QuoteIntent'>> {
  return service.client.quoteIntent({
    ownerAddress: service.devnet.accounts[user]!.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc]),
    ...more,
  })
}

/** Paid by a transfer of the owner, and followed by a stream of events until it ends. */
async function transferred(): Promise<Quoted> {
  const { client, devnet, app } = service
  const { intent } = await quoted(0)
  await client.commitIntent({ intent })
  const stream = await fetch(`${app.url}/intents/${intent.intentId}/events`)
  await execute({ client, devnet }, devnet.accounts[0]!, intent)
  await stream.text()
  return intent
}

/** Paid by a signature, so that the deposit is a transaction of the service. */
async function signed(): Promise<Quoted> {
  const { client, devnet } = service
  const { intent, gasFeeOptions } = await quoted(1)
  await client.commitIntent({ intent })
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdc)!
  const depositSignature = await signDeposit(devnet, devnet.accounts[1]!, intent, option)
  await client.executeIntent({ intentId: intent.intentId, depositSignature })
  return intent
}

/** The bridge refuses it, so that it is paid back. */
async function refunded(): Promise<Quoted> {
  const { client, devnet } = service
  const { intent } = await quoted(2, { options: { bridgeProvider: 'ACROSS' } })
  await client.commitIntent({ intent })
  await pauseAcross(devnet, true)
  await pay(service, devnet.accounts[2]!, intent)
  await pauseAcross(devnet, false)
  return intent
}

test('every line of the log that concerns an intent has its id', async () => {
  const { client, devnet, app } = service
  const endpoint = await startReceiver()
  const hook = { name: 'lines', url: endpoint.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', kinds: [] }
  await app.world.store.webhooks.create({ projectId: 1, ...hook }, 10, { actor: 'test', nowMs: Date.now() })

  // One after the other: the bridge is closed for the last.
  const intents = [...(await Promise.all([transferred(), signed()]))]
  const receipts = await Promise.all(intents.map(({ intentId }) => finished(service, intentId)))
  intents.push(await refunded())
  receipts.push(await finished(service, intents[2]!.intentId))
  expect(receipts.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'FAILED'])
  // Refused calls are about an intent too.
  const changed = { intent: { intentId: intents[0]!.intentId, originChainId: 1 } }
  const refused = await postJson(`${app.url}/rpc/Svc/CommitIntent`, changed)
  expect(refused.ok).toBe(false)
  await client.getIntentHistory({})
  await client.getChains({})
  // A transaction is over when it is final for any value, which is deeper than these intents needed.
  for (const { rpcUrl } of devnet.chains) await rpc(rpcUrl, 'anvil_mine', ['0x100'])

  const ofMessage = (msg: string) => lines.filter((line) => line.msg === msg)
  const over = () => ofMessage('attempt').filter(({ state }) => state === 'confirmed' || state === 'reverted').length
  const sent = new Set(ofMessage('attempt').map(({ hash }) => hash))
  await expect.poll(over).toBeGreaterThanOrEqual(sent.size)
  await expect.poll(() => ofMessage('webhook').length).toBeGreaterThan(intents.length)

  const facts = intents.map(({ intentId, originIntentAddress, destinationIntentAddress }, at) => {
    const { depositTransaction, originTransaction, destinationTransaction } = receipts[at]!
    const hashes = [depositTransaction, originTransaction, destinationTransaction].map((leg) => leg?.txnHash)
    const names = [intentId, originIntentAddress, destinationIntentAddress, ...hashes].filter(
      (name) => name !== undefined,
    )
    return { intentId, names: names.map((name) => name.toLowerCase()) }
  })
  const seen = [...lines]
  for (const line of seen) {
    const text = JSON.stringify(line)
    // Whatever names an intent in another way, by an address or a transaction of it, names it by its id.
    for (const { intentId, names } of facts)
      if (names.some((name) => text.toLowerCase().includes(name))) expect(idsOf(line), text).toContain(intentId)
    if (isAboutAnIntent(line)) expect(idsOf(line), text).not.toEqual([])
  }
  const messages = new Set(seen.filter((line) => idsOf(line).length > 0).map(({ msg }) => msg))
  expect(messages).toEqual(new Set(['request', 'step', 'arrived', 'attempt', 'stream closed', 'webhook', ...messages]))
})

const idsOf = ({ intentId, intentIds }: Line): Hex[] =>
  [intentId, intentIds].flat().filter((id): id is Hex => typeof id === 'string')

function isAboutAnIntent({ msg, operation, items }: Line): boolean {
  if (msg === 'request') return !aboutMany.includes(String(operation))
  // A relayer's grant is a transaction that carries nothing.
  if (msg === 'attempt') return items !== 0
  return !aboutTheService.includes(msg)
}
