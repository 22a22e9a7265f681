import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { limits } from '../../src/interface/limits.ts'
import { fromTo, harbor, native, settle, tokens, useService } from '../e2e/setup.ts'

// The call wraps what arrives, which no story of the tape does.
const service = useService({ comparesReceipts: false })

test('a call with much data is charged what its bytes cost at the least (EIP-7623)', async () => {
  const { client, devnet } = service
  const account = devnet.accounts[0]!
  const { intent } = await client.quoteIntent({
    ownerAddress: account.address,
    ...fromTo([harbor, tokens.usdc], [harbor, native]),
    destinationToAddress: tokens.weth,
    destinationCallData: `0xd0e30db0${randomBytes(100_000).toString('hex')}`,
    originTokenAmount: 500_000_000n,
  })
  const receipt = await settle(service, account, intent)
  expect(receipt.status).toBe('SUCCEEDED')
  const { rpcUrl } = devnet.chains.find(({ id }) => id === harbor)!
  const { gasUsed } = await rpc<{ gasUsed: `0x${string}` }>(rpcUrl, 'eth_getTransactionReceipt', [
    receipt.originTransaction.txnHash,
  ])
  const ratio = Number(intent.fees.originGas.totalGasLimit) / Number(gasUsed)
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.3)
})

test('the longest call data that is taken can be printed, committed and found', async () => {
  const { client, devnet } = service
  const ownerAddress = devnet.accounts[3]!.address
  for (const bytes of [130_749, 130_750, limits.callDataBytesMax]) {
    const { intent } = await client.quoteIntent({
      ownerAddress,
      ...fromTo([harbor, tokens.usdc], [harbor, native]),
      destinationToAddress: tokens.weth,
      destinationCallData: `0xd0e30db0${'00'.repeat(bytes - 4)}`,
      originTokenAmount: 500_000_000n,
    })
    await client.commitIntent({ intent })
    const { intents } = await client.searchIntents({ byOwnerAddress: ownerAddress })
    expect(intents.map(({ intentId }) => intentId)).toContain(intent.intentId)
    const history = await client.getIntentHistory({ byOwnerAddress: ownerAddress })
    expect(history.intents.map(({ intentId }) => intentId)).toContain(intent.intentId)
  }
})
