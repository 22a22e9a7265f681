import { encodeCall } from '../../src/evm/encodeCall.ts'
import { encodeDeployAndExecute, encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { giveBackAbi } from './scripted/markets.ts'
import { addresses, type Bench, owner } from './setup.ts'

/** A stranger runs a batch once it is open to anyone (waits for that); mined with the next block. */
export async function runAsStranger(bench: Bench, intent: Intent, side: 'origin' | 'destination'): Promise<Hex> {
  const { plan } = await bench.record(intent)
  const [config, calls] =
    side === 'origin' ? [plan.origin, intent.originCalls] : [plan.destination!, intent.destinationCalls!]
  const closedMs = Number(config.openAt) * 1_000 - bench.clock.nowMs()
  if (closedMs > 0) await bench.pass(closedMs)
  const data = encodeDeployAndExecute(config, calls, 'openly')
  const chain = side === 'origin' ? bench.harbor : bench.island
  return chain.send({ from: addresses.stranger, to: config.executor, data })
}

/** A stranger refunds a token to the owner, open to anyone at refund time; mined with the next block. */
export async function refundAsStranger(
  bench: Bench,
  intent: Intent,
  token: Address = addresses.usdc,
  side: 'origin' | 'destination' = 'origin',
): Promise<Hex> {
  const { plan } = await bench.record(intent)
  const [chain, config] = side === 'origin' ? [bench.harbor, plan.origin] : [bench.island, plan.destination!]
  return chain.send({ from: addresses.stranger, to: config.executor, data: encodeDeployAndRefund(config, [token]) })
}

/** The spoke pool refunds an unfilled deposit to its owner, by the hub's root bundle. */
export function giveBack(
  bench: Bench,
  amount: bigint,
  { token = addresses.usdc, to = owner }: { token?: Address; to?: Address } = {},
): Hex {
  const data = encodeCall({ abi: giveBackAbi, functionName: 'giveBack', args: [token, [to], [amount]] })
  return bench.harbor.send({ from: addresses.stranger, to: addresses.spokePool, data })
}
