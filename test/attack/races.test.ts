import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi, slice } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentEntrypointAbi } from '../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { signedDepositOf } from '../../src/engine/steps/sendDeposit.ts'
import { withRevocation } from '../../src/intents/depositNonce.ts'
import { depositWays } from '../../src/intents/depositWays.ts'
import { encodeDeployAndExecute } from '../../src/intents/wallet.ts'
import { limits } from '../../src/interface/limits.ts'
import { createClient } from '../../src/sdk/client.ts'
import { resetDevnet } from '../devnet/setup.ts'
import {
  allowWay,
  balance,
  deposit,
  finished,
  fromTo,
  harbor,
  mined,
  signDeposit,
  startServiceOn,
  tokens,
  walletOf,
} from '../e2e/setup.ts'
import { signOffered } from '../signOffered.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { committedSwap, explained, hastyEngine, targetOf, urlOf } from './setup.ts'

/** An attacker who is always first in the mempool. Blocks are mined by hand where one must precede the service. */
const { guest, entrypoint } = causewayContracts

const database = useForAll(freshDatabase)
const devnet = useForAll(resetDevnet)
let app: RunningApp | undefined

const stranger = () => walletOf(devnet, harbor, devnet.accounts[9]!)

afterAll(() => app?.stop())

type Pooled = { hash: Hex; from: Hex; to: Hex; input: Hex; maxFeePerGas: Hex }

/** Transactions that wait in Harbor's pool for a contract, as soon as there are any. */
async function pooled(to: Hex, isWanted: (input: Hex) => boolean): Promise<Pooled[]> {
  for (;;) {
    const { pending } = await rpc<{ pending: Record<string, Record<string, Pooled>> }>(urlOf(devnet), 'txpool_content')
    const all = Object.values(pending).flatMap((nonces) => Object.values(nonces))
    const found = all.filter((tx) => tx.to?.toLowerCase() === to.toLowerCase() && isWanted(tx.input))
    if (found.length > 0) return found
  }
}

const ahead = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n }

/** The same call data from another account goes into a block before the transaction from which it was copied. */
async function mineAhead(copiedFrom: Pooled, data: Hex, to: Hex): Promise<Hex> {
  const hash = await stranger().sendTransaction({ to, data, gas: 3_000_000n, ...ahead })
  // Blocks are filled in order of arrival. The service resends what a node forgot, so it comes after the copy.
  await rpc(urlOf(devnet), 'anvil_dropTransaction', [copiedFrom.hash])
  await rpc(urlOf(devnet), 'evm_mine', [])
  await rpc(urlOf(devnet), 'evm_setAutomine', [true])
  return hash
}

const holdBlocks = () => rpc(urlOf(devnet), 'evm_setAutomine', [false])

const functionOf = (input: Hex) => decodeFunctionData({ abi: intentGuestAbi, data: input })

test('a grant copied from the mempool and shown first is for its relayer and nobody else', async () => {
  await holdBlocks()
  app = await startServiceOn(devnet, database.url, { engine: hastyEngine })
  const client = createClient({ url: app.url })
  const [grant] = await pooled(guest, (input) => functionOf(input).functionName === 'submitGrant')
  const copied = await mineAhead(grant!, grant!.input, guest)
  expect((await stranger().getTransactionReceipt({ hash: copied })).status).toBe('success')
  expect((await stranger().waitForTransactionReceipt({ hash: grant!.hash })).status).toBe('reverted')
  const intent = await committedSwap(client, devnet.accounts[0]!)
  const hash = await deposit(devnet, devnet.accounts[0]!, intent)
  const { config, batch } = targetOf(intent.originMetaTxn)
  const early = await stranger()
    .call({ account: stranger().account, to: guest, data: encodeDeployAndExecute(config, batch, 'strictly') })
    .catch((error) => error)
  expect(explained(early)).toMatch(/^NotGranted\(/)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
})

/** Every way to sign a deposit, with a token that takes it. */
const signedWays = [
  ['allowance', 'usdc'],
  ['permit', 'usdc'],
  ['permit2Allowance', 'usdc'],
  ['permit2', 'usdc'],
  ['receiveWithAuthorization', 'usdc'],
  ['daiPermit', 'dai'],
] as const
type Way = (typeof signedWays)[number][0]
const ways = signedWays.map(([way]) => way)

/** A committed intent and everything that its owner signed for it. */
async function signedBy(user: DevnetKey, way: Way, token: Hex) {
  const client = createClient({ url: app!.url })
  const wallet = walletOf(devnet, harbor, user)
  const { intent, depositWays: offered = [] } = await client.quoteIntent({
    ownerAddress: user.address,
    ...fromTo([harbor, token, 100n * 10n ** (token === tokens.dai ? 18n : 6n)], [harbor, tokens.weth]),
  })
  await client.commitIntent({ intent })
  const offer = offered.find((one) => one.way === way)!
  const depositSignature = await signOffered(offer, (text) => wallet.signTypedData(JSON.parse(text)))
  const own = signedDepositOf(intent, depositSignature)
  const before = await balance(devnet, harbor, token, user.address)
  const paid = async () => before - (await balance(devnet, harbor, token, user.address))
  const execute = () => client.executeIntent({ intentId: intent.intentId, depositSignature })
  const end = () => finished({ client }, intent.intentId)
  return { intent, depositSignature, own, paid, execute, end, total: own.amount + own.feeAmount }
}
type Signed = Awaited<ReturnType<typeof signedBy>>

const garbage: Hex = `0x${'11'.repeat(64)}1b`

/** What a stranger could change in a signed deposit: token (WETH9 accepts any call), amount, party, nonce, and more. */
function spoilt({ own, depositSignature }: Signed): Hex[] {
  const thief = stranger().account.address
  const changes = [
    ...[tokens.weth, tokens.dai, tokens.usdc].filter((token) => token !== own.token).map((token) => ({ token })),
    { amount: 0n },
    { amount: 0n, feeAmount: 0n, token: tokens.weth },
    { amount: 0n, feeAmount: own.amount, feeCollector: thief },
    { intentAddress: thief },
    { feeCollector: thief },
    { deadline: own.deadline + 1n },
    { nonce: own.nonce + 1n },
  ]
  const lies = { ...depositSignature, intentSignature: garbage, permitSignature: garbage }
  return ways.flatMap((way) => {
    const { encode } = depositWays[way]
    const changed = changes.map((change) => encode({ ...own, ...change }, depositSignature))
    const unrevoked = { ...depositSignature, revocationSignature: undefined }
    const other = way === 'daiPermit' ? encode(own, unrevoked) : encode(withRevocation(own), depositSignature)
    return [...changed, other, encode(own, lies), encode({ ...own, amount: 0n, feeAmount: 0n }, lies)]
  })
}

/** Those that a stranger could send: none. */
async function passing(signed: Signed): Promise<Hex[]> {
  const { account } = stranger()
  const tried = spoilt(signed).map((data) =>
    stranger()
      .call({ account, to: entrypoint, data, gas: 3_000_000n })
      .then(() => [data])
      .catch(() => []),
  )
  return (await Promise.all(tried)).flat()
}

const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const parts = (signature: Hex) =>
  [Number(slice(signature, 64)), slice(signature, 0, 32), slice(signature, 32, 64)] as const

/** The token's own permit, shown to it by a stranger who read it in the mempool. */
function shownToToken(
  { own, depositSignature: signed }: Signed,
  field: 'permitSignature' | 'revocationSignature',
): Hex {
  const { permitAmount = 0n, permitDeadline = 0, permitNonce = 0n } = signed
  const common = { abi: permitAbi, functionName: 'permit' } as const
  const at = BigInt(permitDeadline)
  const rest = parts(signed[field]!)
  if (own.token === tokens.usdc)
    return encodeFunctionData({ ...common, args: [own.user, entrypoint, permitAmount, at, ...rest] })
  const isRevoked = field === 'revocationSignature'
  const nonce = permitNonce + (isRevoked ? 1n : 0n)
  return encodeFunctionData({ ...common, args: [own.user, entrypoint, nonce, at, !isRevoked, ...rest] })
}

const isDeposit = (input: Hex) => functionOf(input).functionName === 'depositAndExecute'

test.each(signedWays)(
  'by %s, a stranger who is first spoils nothing or makes the deposit, before ExecuteIntent and in the mempool',
  async (way, name) => {
    const [user, token] = [devnet.accounts[1 + ways.indexOf(way)]!, tokens[name]]
    await allowWay(walletOf(devnet, harbor, user), way, token)
    const ended: string[] = []
    const end = async ({ end, paid, total }: Signed) => {
      const receipt = await end()
      ended.push(`${receipt.status} ${(await paid()) === total}`)
      return receipt
    }
    const early = await signedBy(user, way, token)
    expect(await passing(early)).toEqual([])
    const copy = depositWays[way].encode(early.own, early.depositSignature)
    const sentBefore = stranger().sendTransaction({ to: entrypoint, data: copy, gas: 3_000_000n })
    const { transactionHash: txnHash } = await mined(stranger(), sentBefore)
    await early.execute()
    const { depositTransaction, moves } = await end(early)
    expect(depositTransaction).toMatchObject({ txnHash, fromAddress: user.address })
    expect(moves).toContainEqual(expect.objectContaining({ why: 'relayFee', amount: early.own.feeAmount, txnHash }))
    for (const isCopied of [true, false]) {
      const signed = await signedBy(user, way, token)
      await holdBlocks()
      await signed.execute()
      const [sent] = await pooled(guest, isDeposit)
      const { args } = functionOf(sent!.input)
      if (!isCopied && signed.depositSignature.permitSignature) {
        const data = shownToToken(signed, 'permitSignature')
        await stranger().sendTransaction({ to: token, data, gas: 200_000n, ...ahead })
      }
      const hash = await mineAhead(sent!, isCopied ? (args![1] as Hex) : spoilt(signed)[0]!, entrypoint)
      expect((await stranger().getTransactionReceipt({ hash })).status).toBe(isCopied ? 'success' : 'reverted')
      await end(signed)
    }
    expect(ended).toEqual(Array(3).fill('SUCCEEDED true'))
  },
)

test("DAI's permit and revocation, both shown to DAI first, stop a deposit: nothing is taken, nobody is banned, a new signature pays", async () => {
  const [user, token] = [devnet.accounts[7]!, tokens.dai]
  for (let times = 0; times < limits.failedSignaturesMax; times++) {
    const signed = await signedBy(user, 'daiPermit', token)
    await holdBlocks()
    await signed.execute()
    const [sent] = await pooled(guest, isDeposit)
    const data = shownToToken(signed, 'permitSignature')
    await stranger().sendTransaction({ to: token, data, gas: 200_000n, ...ahead })
    await mineAhead(sent!, shownToToken(signed, 'revocationSignature'), token)
    expect((await signed.end()).status).toBe('FAILED')
    expect(await signed.paid()).toBe(0n)
  }
  const again = await signedBy(user, 'daiPermit', token)
  await again.execute()
  expect((await again.end()).status).toBe('SUCCEEDED')
})

test('a nonce that its user took back is called used, not the balance too low', async () => {
  const client = createClient({ url: app!.url })
  const user = devnet.accounts[6]!
  const { intent, gasFeeOptions } = await client.quoteIntent({
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
  })
  await client.commitIntent({ intent })
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === tokens.usdc)!
  const depositSignature = await signDeposit(devnet, user, intent, option)
  const wallet = walletOf(devnet, harbor, user)
  const abi = intentEntrypointAbi
  const { userNonce } = depositSignature
  await mined(
    wallet,
    wallet.writeContract({ address: entrypoint, abi, functionName: 'invalidateNonce', args: [userNonce] }),
  )
  await expect(client.executeIntent({ intentId: intent.intentId, depositSignature })).rejects.toMatchObject({
    detail: expect.stringMatching(new RegExp(`NonceUsed\\(${user.address}, ${userNonce}\\)`, 'i')),
  })
})
