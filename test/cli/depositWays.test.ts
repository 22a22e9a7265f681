import { describe, expect, onTestFinished, test } from 'vitest'
import { readSaved, saveIntent } from '../../src/cli/kit/savedIntents.ts'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import { startAnvil } from '../chains/anvil.ts'
import { balance, fromTo, harbor, native, tokens, useService } from '../e2e/setup.ts'
import { useFolder } from '../useParts.ts'
import { runCli } from './runCli.ts'

const service = useService()
const folder = useFolder()

/** A command against the service and the nodes of the test. */
const causeway = (line: string) => {
  const nodes = service.devnet.chains.flatMap(({ network, rpcUrl }) => ['--rpc', `${network}=${rpcUrl}`])
  return runCli([...line.split(' '), '--url', service.app.url, '--save', folder, ...nodes])
}

const receiptOf = (out: string) => JSON.parse(out) as IntentReceipt
const wayOf = (out: string) => receiptOf(out).depositTransaction.depositIntentEntry?.way

describe('send --deposit', () => {
  test.each([
    ['permit2', '200 USDT@harbor USDC@harbor', 'permit2'],
    ['signature', '200 DAI@harbor USDC@harbor', 'daiPermit'],
  ])('%s', async (deposit, trade, way) => {
    const sent = await causeway(`send ${trade} --account 2 --deposit ${deposit} --yes --json`)
    expect([sent.err, sent.code, wayOf(sent.out)]).toEqual(['', 0, way])
  })

  test('a way that the token does not take is refused, with those that it takes', async () => {
    const sent = await causeway('send 200 USDC@harbor DAI@harbor --account 2 --deposit daiPermit --yes')
    expect(sent.code).not.toBe(0)
    expect(sent.err).toMatch(/daiPermit is not possible for this owner and token; the service offers transfer, /)
  })
})

test('a node of another local world is refused before anything is paid', async () => {
  const stranger = await startAnvil({ chainId: harbor })
  onTestFinished(() => stranger.stop())
  await stranger.mine(1)
  const line = 'send 200 USDC@harbor DAI@harbor --account 2 --yes'
  const sent = await runCli([...line.split(' '), '--url', service.app.url, '--rpc', `harbor=${stranger.url}`])
  expect(sent.err).toMatch(/belongs to another local world than the service at .*: block \d+ differs/)
  expect(sent.err).toMatch(/pass\s+--rpc\s+harbor=<url\s+of\s+the\s+service's\s+node>;.*found\s+in\s+its\s+folder/s)
  expect(sent.code).not.toBe(0)
})

test('--resume goes on by signature where it began so, without gas', async () => {
  const { client, devnet } = service
  const owner = devnet.accounts[3]!.address
  const request = {
    ownerAddress: owner,
    ...fromTo([harbor, tokens.usdc, 200_000_000n], [harbor, tokens.dai]),
  }
  const { intent, depositWays } = await client.quoteIntent(request)
  const { way, depositSignature } = depositWays!.find((one) => one.way === 'receiveWithAuthorization')!
  await client.commitIntent({ intent })
  const chosen = { way, feeOption: depositSignature!.selectedGasFeeOption }
  saveIntent(folder, { intent, request, chosen })
  expect(readSaved(folder, intent.intentId)?.chosen).toEqual(chosen)
  const before = await balance(devnet, harbor, native, owner)
  const resumed = await causeway(`send --resume ${intent.intentId} --account 3 --yes --json`)
  expect(resumed.err).toBe('')
  expect(wayOf(resumed.out)).toBe('receiveWithAuthorization')
  expect(await balance(devnet, harbor, native, owner)).toBe(before)
})
