import { keccak256, slice, stringToHex } from 'viem'
import { expect } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { createClient } from '../../src/sdk/client.ts'
import { balance, execute, finished, fromTo, harbor, native, order, tokens } from './setup.ts'

let made = 0

/** A paid and executed swap; `end` waits for it, at another app if named, and checks that it ran once. */
export async function beginSwap(devnet: Devnet, app: RunningApp, accessKey?: string) {
  const client = createClient({ url: app.url, accessKey })
  const payer = devnet.accounts[made++ % 9]!
  const recipient = slice(keccak256(stringToHex(`swap ${made}`)), 12)
  const intent = await order(client, {
    ownerAddress: payer.address,
    ...fromTo([harbor, tokens.usdc, 20_000_000n], [harbor, native]),
    destinationToAddress: recipient,
  })
  await execute({ client, devnet }, payer, intent)
  const end = async ({ url }: RunningApp = app) => {
    const receipt = await finished({ client: createClient({ url }) }, intent.intentId, 24)
    expect(receipt.status).toBe('SUCCEEDED')
    const got = await balance(devnet, harbor, native, recipient)
    expect(got).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expect(got).toBeLessThan(2n * intent.quote.toAmountMin) // once
  }
  return { intent, end }
}
