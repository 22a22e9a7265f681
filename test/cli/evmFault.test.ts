import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployContracts } from '../../src/chains/contracts/deployContracts.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { openTarget } from '../../src/cli/deploy.ts'
import { checkChain } from '../../src/cli/doctor/checkChain.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { keys, startAnvil, type TestAnvil } from '../chains/anvil.ts'
import { type FaultProxy, startFaultProxy } from '../chains/faultProxy.ts'
import { runCli } from './runCli.ts'

/** Chains on which our contracts would deploy and then freeze what is paid in. */
let old: TestAnvil
let cancun: TestAnvil
/** A node whose chain computes CREATE2 otherwise, as zkSync Era's does. */
let otherRule: FaultProxy

beforeAll(async () => {
  ;[old, cancun] = await Promise.all([
    startAnvil({ chainId: 10, hardfork: 'shanghai', args: ['--block-time', '1'] }),
    startAnvil({ chainId: 10, args: ['--block-time', '1'] }),
  ])
  otherRule = await startFaultProxy(cancun.url)
  otherRule.fault = ({ method, params }) => {
    const isCreation = method === 'eth_call' && !(params[0] as { to?: string }).to
    if (!isCreation) return undefined
    return { is: 'rewrite', with: (result) => `${(result as Hex).slice(0, -2)}${flipped((result as Hex).slice(-2))}` }
  }
})
afterAll(async () => {
  await otherRule?.stop()
  await Promise.all([old?.stop(), cancun?.stop()])
})

const flipped = (byte: string): string => (255 - Number.parseInt(byte, 16)).toString(16).padStart(2, '0')
const payer = privateKeyToAccount(keys[1]!)
const operator = { name: 'Causeway', signer: privateKeyToAccount(keys[2]!).address }
const optimism = { id: 10, name: 'Optimism' }

const chains = [
  ['without TSTORE and MCOPY', () => old.url, /Cancun code \(TSTORE, TLOAD, MCOPY/],
  ['with another CREATE2 rule', () => otherRule.url, /CREATE2 gives other addresses/],
] as const

test.each(chains)('a chain %s: deploy sends nothing to it, doctor calls it unusable', async (_, url, says) => {
  const target = await openTarget(url(), optimism, payer)
  const count = () => cancun.rpc('eth_getTransactionCount', [payer.address, 'latest'])
  const before = await count()
  await expect(deployContracts(target, () => {}, operator)).rejects.toThrow(says)
  expect(await count()).toBe(before)

  const definition = mainnets.find(({ id }) => id === 10)!
  const addresses = { tokens: { listed: () => [] } }
  const findings = await checkChain({ definition, rpcUrls: [url()], signers: [], operators: [operator], addresses })
  expect(findings.filter(({ is }) => is === 'bad')).toMatchObject([
    { about: 'Optimism, contracts', detail: expect.stringMatching(says), remedy: expect.stringContaining('out of') },
  ])
})

test('the command says so and ends with a failure', async () => {
  const env = { CAUSEWAY_PRIVATE_KEY: keys[1]!, CAUSEWAY_OPERATOR_GRANT_KEY: keys[2]! }
  const { code, err } = await runCli(['deploy', 'optimism', '--rpc', old.url], { env })
  expect(code).toBe(1)
  expect(err).toMatch(/cannot work on Optimism: it does not run Cancun code/)
})
