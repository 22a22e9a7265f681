import assert from 'node:assert/strict'
import { decodeEventLog, type Hex, toEventSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { test } from 'vitest'
import { arachnidDeployer } from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { type Operator, operatorContracts, operatorDeployments } from '../../src/chains/contracts/operator.ts'
import { createGrantKeepers } from '../../src/chains/send/grantKeeper.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import type { Address } from '../../src/interface/fields.ts'
import { keys } from './anvil.ts'
import { useHarness } from './senderHarness.ts'

/** A sender that submits grants: at the start, when half of a grant is over, and signed by a contract. */
const harness = useHarness()

const payer = createPrivateKeySigner(keys[1]!).address
const grantKey = privateKeyToAccount(keys[2]!)
/** Returns ERC-1271's magic value, whatever is asked; or four other bytes. */
const answering = (value: string): Hex => `0x63${value}60e01b5f5260205ff3`
const contractSigner: Address = '0x0000000000000000000000000000000000001271'

async function deployFor(operator: Operator): Promise<Address> {
  for (const { address, data } of operatorDeployments(operator)) {
    if ((await harness.anvil.rpc('eth_getCode', [address, 'latest'])) !== '0x') continue
    await harness.anvil.rpc('eth_sendTransaction', [{ from: payer, to: arachnidDeployer, data, gas: '0x989680' }])
    await harness.anvil.mine(1)
  }
  return operatorContracts(operator).guest
}

async function grantsAt(guest: Address): Promise<{ validUntil: bigint; serial: bigint }[]> {
  const topics = [toEventSelector('RelayerGranted(address,uint64,uint64)')]
  const logs = await harness.anvil.rpc<{ topics: [Hex, ...Hex[]]; data: Hex }[]>('eth_getLogs', [
    { address: guest, topics, fromBlock: '0x0', toBlock: 'latest' },
  ])
  return logs.map((log) => decodeEventLog({ abi: intentGuestAbi, eventName: 'RelayerGranted', ...log }).args)
}

const chainTimeS = async () =>
  Number((await harness.anvil.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])).timestamp)

async function openSender(operator: Operator) {
  const guest = await deployFor(operator)
  const fixture = await harness.open()
  const guests = [{ guest, domainName: operator.name }]
  const grants = createGrantKeepers({ chain: fixture.chain, guests, grantSigner: grantKey })
  await fixture.sender({ grants, settings: { grantCheckMs: 100 } }).start()
  return { guest, fixture }
}

test('a grant is submitted at the start and renewed when half of its life is over, with the next serial', async () => {
  const { guest, fixture } = await openSender({ name: 'Renewing', signer: grantKey.address })
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  const [first] = await grantsAt(guest)
  assert.equal(first?.serial, 1n)
  await harness.anvil.rpc('evm_increaseTime', [14 * 24 * 3_600])
  await harness.anvil.mine(6)
  assert.equal((await grantsAt(guest)).length, 1, 'more than half of it is left')
  await harness.anvil.rpc('evm_increaseTime', [2 * 24 * 3_600])
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }, 2))
  const [, second] = await grantsAt(guest)
  assert.equal(second?.serial, 2n)
  assert.ok(Number(second!.validUntil) - (await chainTimeS()) > 29 * 24 * 3_600)
})

test('a contract signs grants (ERC-1271); when it no longer does, nothing is sent and the reason is decoded', async () => {
  await harness.anvil.rpc('anvil_setCode', [contractSigner, answering('1626ba7e')])
  const operator = { name: 'By contract', signer: contractSigner }
  const { guest, fixture } = await openSender(operator)
  await fixture.mineUntil(fixture.recorder.until('attempt', { state: 'confirmed' }))
  assert.deepEqual(
    (await grantsAt(guest)).map(({ serial }) => serial),
    [1n],
  )
  await harness.anvil.rpc('anvil_setCode', [contractSigner, answering('ffffffff')])
  await harness.anvil.rpc('evm_increaseTime', [20 * 24 * 3_600])
  await fixture.mineUntil(fixture.recorder.until('senderFault'))
  assert.match(String(fixture.recorder.of('senderFault')[0]?.error), /refuses the grant of 0x\w{40}: InvalidGrant\(/)
  assert.equal((await grantsAt(guest)).length, 1)
  assert.equal((await fixture.attempts()).length, 1)
  await harness.anvil.rpc('anvil_setCode', [contractSigner, answering('1626ba7e')])
  await fixture.mineUntil(fixture.recorder.until('senderWorks', { doing: 'submitting a grant' }))
})
