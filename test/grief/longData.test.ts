import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { deposit, finished, harbor, native, type Service, startService, tokens } from '../e2e/setup.ts'

let service: Service
beforeAll(async () => {
  // The call wraps what arrives, which no story of the tape does.
  service = await startService({ comparesReceipts: false })
})
afterAll(() => service?.stop())

test('a call with much data is charged what its bytes cost at the least (EIP-7623)', async () => {
  const { client, devnet } = service
  const account = devnet.accounts[0]!
  const { intent } = await client.quoteIntent({
    ownerAddress: account.address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    destinationChainId: harbor,
    destinationTokenAddress: native,
    destinationToAddress: tokens.weth,
    destinationCallData: `0xd0e30db0${randomBytes(100_000).toString('hex')}`,
    originTokenAmount: 500_000_000n,
  })
  await client.commitIntent({ intent })
  const depositTransactionHash = await deposit(devnet, account, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  const receipt = await finished(service, intent.intentId)
  expect(receipt.status).toBe('SUCCEEDED')
  const { rpcUrl } = devnet.chains.find(({ id }) => id === harbor)!
  const { gasUsed } = await rpc<{ gasUsed: `0x${string}` }>(rpcUrl, 'eth_getTransactionReceipt', [
    receipt.originTransaction.txnHash,
  ])
  const ratio = Number(intent.fees.originGas.totalGasLimit) / Number(gasUsed)
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.3)
})
