import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import type { DepositWayName } from '../../src/interface/enums.ts'
import type { Response } from '../../src/interface/operations.ts'
import { balance, deposit, finished, fromTo, harbor, settle, tokens, useService } from '../e2e/setup.ts'
import { type Attacker, openAttacker, thieves } from './setup.ts'

/**
 * An attacker who wants to waste the operator's gas: a wallet that signs in every simulation but burns all its gas in
 * a transaction, and a target that does the same. Only the relayers pay; what an intent may cost them is bounded.
 */
const service = useService()
let attacker: Attacker
let owner: Address

const act = async (functionName: string, args: readonly unknown[], wallet = owner) => {
  const data = encodeFunctionData({ abi: thieves.TwoFaced.abi, functionName, args })
  const hash = await attacker.wallet.sendTransaction({ to: wallet, data, gas: 1_000_000n })
  expect((await attacker.wallet.waitForTransactionReceipt({ hash })).status).toBe('success')
  return hash
}

beforeAll(async () => {
  attacker = await openAttacker(service.devnet, harbor)
  owner = await deployWallet()
})

async function deployWallet(): Promise<Address> {
  const wallet = await attacker.deploy(thieves.TwoFaced)
  await service.devnet.faucet(harbor, tokens.usdc, wallet, 10n ** 10n)
  const args = [causewayContracts.entrypoint, 10n ** 12n] as const
  await act('act', [tokens.usdc, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })], wallet)
  return wallet
}

const quote = (extra: object = {}) =>
  service.client.quoteIntent({
    ownerAddress: owner,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [harbor, tokens.weth]),
    ...extra,
  })

async function executeBy(way: DepositWayName, quoted: Response<'QuoteIntent'>, amount?: bigint, bytes = 66) {
  const { intent, depositWays = [] } = quoted
  const offered = depositWays.find((one) => one.way === way)!
  const signatures = Object.fromEntries(offered.sign!.map(({ field }) => [field, `0x${'11'.repeat(bytes)}`]))
  await service.client.commitIntent({ intent })
  const { selectedGasFeeOption: option } = offered.depositSignature!
  const selectedGasFeeOption = { ...option, amount: amount ?? option.amount }
  const depositSignature = { ...offered.depositSignature!, ...signatures, selectedGasFeeOption } as never
  await service.client.executeIntent({ intentId: intent.intentId, depositSignature })
  return intent.intentId
}

/** What the relayers' transactions for an origin have used: how many were mined, and the gas of all. */
async function spentOn(intentId: Hex): Promise<{ mined: number; gas: bigint }> {
  const attempts = await service.app.world.store.attempts.ofLeg(intentId, 'origin')
  const receipts = await Promise.all(
    attempts.map(({ hash }) => attacker.wallet.getTransactionReceipt({ hash }).catch(() => undefined)),
  )
  const mined = receipts.filter((one) => one !== undefined)
  return { mined: mined.length, gas: mined.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) }
}

/** A signature at our contract (550,000), or with a token's transfer around it (850,000), plus the transaction. */
const perRunMax = { allowance: 700_000n, receiveWithAuthorization: 1_000_000n } as const

test.each(['allowance', 'receiveWithAuthorization'] as const)(
  'a wallet that burns the gas of its signature: %s',
  async (way) => {
    const before = await balance(service.devnet, harbor, tokens.usdc, owner)
    const intentId = await executeBy(way, await quote())
    const receipt = await finished(service, intentId)
    expect(receipt.status).toBe('FAILED')
    expect(receipt.depositTransaction.statusReason).toMatch(/^DEPOSIT_REFUSED: .*2 transactions reverted on chain/)
    const { mined, gas } = await spentOn(intentId)
    expect(mined).toBe(2)
    expect(gas).toBeLessThan(2n * perRunMax[way])
    expect(gas).toBeGreaterThan(1_000_000n)
    expect(await balance(service.devnet, harbor, tokens.usdc, owner)).toBe(before)
  },
)

test('an honest wallet whose signature is dear to check pays for it, and is told how much', async () => {
  const wallet = await deployWallet()
  await act('setHonest', [true], wallet)
  const feeOf = ({ depositWays = [] }: Response<'QuoteIntent'>) =>
    depositWays.find(({ way }) => way === 'allowance')!.depositSignature!.selectedGasFeeOption.amount
  // Every owner with code pays for a signature like a Safe's.
  const cheap = await quote({ ownerAddress: wallet })
  const plain = await quote({ ownerAddress: service.devnet.accounts[0]!.address })
  await act('setLabour', [30_000n], wallet)
  expect((await finished(service, await executeBy('allowance', cheap))).status).toBe('SUCCEEDED')
  expect(plain.gasFeeOptions.gasEstimate.totalGas).toBeLessThan(cheap.gasFeeOptions.gasEstimate.totalGas)
  await act('setLabour', [300_000n], wallet)
  const dear = await quote({ ownerAddress: wallet })
  const refusal = await executeBy('allowance', dear).catch((error: { detail?: string }) => error)
  const said = /uses (\d+) gas, of which the offered fee pays for 40000; sign an amount of at least (\d+)/.exec(
    String(Reflect.get(Object(refusal), 'detail')),
  )!
  expect(Number(said[1])).toBeGreaterThan(300_000)
  expect(Number(said[1])).toBeLessThan(330_000)
  const least = BigInt(said[2]!)
  await expect(executeBy('allowance', await quote({ ownerAddress: wallet }), least / 2n)).rejects.toMatchObject({
    error: 'InvalidArgument',
  })
  const intentId = await executeBy('allowance', dear, least)
  const { status, moves = [] } = await finished(service, intentId)
  expect(status).toBe('SUCCEEDED')
  const paid = (why: string) => moves.filter((move) => move.why === why).reduce((sum, { amount }) => sum + amount, 0n)
  expect(paid('relayFee')).toBe(least)
  // The gas of the check, at the quote's price, is the owner's surplus over the offered fee.
  const perGas = Number(feeOf(dear)) / (105_000 + 40_000)
  expect(Number(least - feeOf(dear)) / perGas).toBeCloseTo(Number(said[1]) - 40_000, -3)
})

test('a signature that is dear for the entrypoint alone, or by its length, is measured and paid for', async () => {
  const wallet = await deployWallet()
  await act('setHonest', [true], wallet)
  const long = executeBy('allowance', await quote({ ownerAddress: wallet }), undefined, 8_000)
  await expect(long).rejects.toMatchObject({
    error: 'InvalidArgument',
    detail: expect.stringMatching(/uses 1[89]\d{4} gas, of which the offered fee pays for 40000/),
  })
  await act('setLabour', [300_000n], wallet)
  await act('setAsker', [causewayContracts.entrypoint], wallet)
  await expect(executeBy('allowance', await quote({ ownerAddress: wallet }))).rejects.toMatchObject({
    error: 'InvalidArgument',
    detail: expect.stringMatching(/uses 3\d{5} gas, of which the offered fee pays for 40000/),
  })
})

test('after two of them the owner pays by itself, which goes through', async () => {
  await expect(executeBy('allowance', await quote())).rejects.toMatchObject({
    error: 'InvalidArgument',
    detail: expect.stringContaining('send the deposit transaction'),
  })
  const { intent } = await quote()
  await service.client.commitIntent({ intent })
  const hash = await act('act', [tokens.usdc, intent.depositTransaction.data])
  await service.client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
  expect((await finished(service, intent.intentId)).status).toBe('SUCCEEDED')
})

test('a signed deposit that burns and is sent again spoils nobody who shares its transactions', async () => {
  const { devnet, client, app } = service
  const wallet = await deployWallet()
  const burner = await quote({ ownerAddress: wallet })
  const neighbours = await Promise.all(
    devnet.accounts.slice(0, 6).map(async (key) => {
      const { intent } = await quote({ ownerAddress: key.address })
      await client.commitIntent({ intent })
      return { intentId: intent.intentId, depositTransactionHash: await deposit(devnet, key, intent) }
    }),
  )
  const intentId = burner.intent.intentId
  await Promise.all([
    executeBy('allowance', burner),
    ...neighbours.slice(0, 3).map((neighbour) => client.executeIntent(neighbour)),
  ])
  // By now the first run has failed or is about to: the others travel with the second.
  await Promise.all(neighbours.slice(3).map((neighbour) => client.executeIntent(neighbour)))
  const { status, depositTransaction } = await finished(service, intentId)
  expect([status, depositTransaction.statusReason]).toEqual(['FAILED', expect.stringMatching(/^DEPOSIT_REFUSED/)])
  const hashesOf = async (id: Hex) => (await app.world.store.attempts.ofLeg(id, 'origin')).map(({ hash }) => hash)
  const own = new Set(await hashesOf(intentId))
  let shared = 0
  for (const neighbour of neighbours) {
    expect((await finished(service, neighbour.intentId)).status).toBe('SUCCEEDED')
    if ((await hashesOf(neighbour.intentId)).some((hash) => own.has(hash))) shared++
  }
  // How many travel together is a matter of milliseconds; on a fast machine it may be none.
  console.log(`${shared} of ${neighbours.length} neighbours shared a transaction with the burning deposit`)
  expect(await balance(devnet, harbor, tokens.usdc, wallet)).toBe(10n ** 10n)
})

test('a target that burns: the money is back after four runs', async () => {
  const { devnet } = service
  const key = devnet.accounts[0]!
  const placeholder = BigInt(`0x${'deadbeef'.repeat(8)}`)
  const call = { abi: thieves.TwoFaced.abi, functionName: 'work', args: [tokens.usdc, placeholder] }
  const before = await balance(devnet, harbor, tokens.usdc, key.address)
  const { intent } = await quote({
    ownerAddress: key.address,
    destinationTokenAddress: tokens.usdc,
    destinationToAddress: owner,
    destinationCallData: encodeFunctionData(call),
  })
  const receipt = await settle(service, key, intent)
  expect(receipt).toMatchObject({ status: 'FAILED', refundTransaction: { status: 'SUCCEEDED' } })
  expect((await spentOn(intent.intentId)).mined).toBeLessThanOrEqual(4)
  expect(await balance(devnet, harbor, tokens.usdc, key.address)).toBeGreaterThan(before - 1_000_000n)
})

test('an honest target that is dear pays for what it uses, after a swap too', async () => {
  const { devnet } = service
  const key = devnet.accounts[0]!
  const wallet = await deployWallet()
  await act('setLabour', [800_000n], wallet)
  const placeholder = BigInt(`0x${'deadbeef'.repeat(8)}`)
  const call = { abi: thieves.TwoFaced.abi, functionName: 'labourFor', args: [tokens.weth, placeholder] }
  const { intent } = await quote({
    ownerAddress: key.address,
    originTokenAmount: 1_000_000_000n,
    destinationToAddress: wallet,
    destinationCallData: encodeFunctionData(call),
  })
  expect((await settle(service, key, intent)).status).toBe('SUCCEEDED')
  const { mined, gas } = await spentOn(intent.intentId)
  expect(mined).toBe(1)
  const ratio = Number(intent.fees.originGas.totalGasLimit) / Number(gas)
  expect(ratio).toBeGreaterThan(0.95)
  expect(ratio).toBeLessThan(1.1)
})
