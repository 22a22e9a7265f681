import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { burner, startWeather, type Weather, weathers } from './gasWeather.ts'
import { finished, fromTo, harbor, island, order, sendDeposit, summit, tokens, useService, walletOf } from './setup.ts'

const service = useService({ devnet: { blockTimeS: 1 }, untraced: [burner.address] })

const chains = [harbor, island, summit] as const

/** From a chain to itself or to the next one. */
const routes = {
  swap: { hops: 0, destinationTokenAddress: tokens.dai },
  'bridge and fill': { hops: 1, destinationTokenAddress: tokens.usdc, bridgeProvider: 'ACROSS' },
  'bridge, mint and swap': { hops: 1, destinationTokenAddress: tokens.dai, bridgeProvider: 'CCTP' },
} as const

type Route = keyof typeof routes
type Sums = { charged: bigint; paid: bigint }

/**
 * Two wallets per chain at once, each one intent after the other: 51 in all. More on one chain would share
 * transactions, which costs each up to 20 % less than a quote can know.
 */
const lanes = chains.flatMap((_, from): { from: number; inTurn: Route[]; intents: number }[] => [
  { from, inTurn: ['swap'], intents: 9 },
  { from, inTurn: ['bridge and fill', 'bridge, mint and swap'], intents: 8 },
])

const readerOf = (chainId: number) => walletOf(service.devnet, chainId, service.devnet.accounts[9]!)

/** What a unit of gas costs on a chain in the block that is newest now. */
async function priceNow(chainId: number, { tip }: Weather): Promise<bigint> {
  const { baseFeePerGas } = await readerOf(chainId).getBlock()
  return (baseFeePerGas ?? 0n) + tip(0)
}

type Gas = { chainId: number; amount: bigint; txnHash?: Hex }

/** The same gas at the prices of the quote. */
async function atPrices(gas: readonly Gas[], prices: ReadonlyMap<number, bigint>): Promise<bigint> {
  const costs = gas.map(async ({ chainId, amount, txnHash }) => {
    const { effectiveGasPrice } = await readerOf(chainId).getTransactionReceipt({ hash: txnHash! })
    return (amount * prices.get(chainId)!) / effectiveGasPrice
  })
  return (await Promise.all(costs)).reduce((sum, cost) => sum + cost, 0n)
}

/**
 * One intent's gas by its quote, and as paid by its receipt. With rising fees, at the prices of the quote's block: how
 * many blocks old a quote is when executed depends on the machine.
 */
async function carryOut(weather: Weather, route: Route, from: number, lane: number, i: number): Promise<Sums> {
  const { client, devnet } = service
  const key = devnet.accounts[lane]!
  const { bridgeProvider, hops, destinationTokenAddress } = { bridgeProvider: undefined, ...routes[route] }
  const [originChainId, destinationChainId] = [chains[from]!, chains[(from + hops) % chains.length]!]
  const priced = [originChainId, destinationChainId].map(async (id) => [id, await priceNow(id, weather)] as const)
  const prices = new Map(await Promise.all(priced))
  const intent = await order(client, {
    ownerAddress: key.address,
    ...fromTo([originChainId, tokens.usdc, BigInt(500 + i) * 10n ** 6n], [destinationChainId, destinationTokenAddress]),
    ...(bridgeProvider && { options: { bridgeProvider } }),
  })
  const depositTransactionHash = await sendDeposit(devnet, key, intent)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash })
  const { status, moves = [] } = await finished(service, intent.intentId)
  expect(status).toBe('SUCCEEDED')
  const { originGas, destinationGas } = intent.fees
  const gas = moves.filter(({ why }) => why === 'gas')
  return {
    charged: originGas.totalFeeAmount + (destinationGas?.totalFeeAmount ?? 0n),
    paid: weather.isRising ? await atPrices(gas, prices) : gas.reduce((sum, { amount }) => sum + amount, 0n),
  }
}

test.each(weathers)(
  '$name: over 50 intents, what was charged for gas is within 15 % of what was paid, and on every route within 25 %',
  async (weather) => {
    const stopWeather = await startWeather(service.devnet, weather, service.devnet.accounts[9]!, chains)
    const sums = new Map<Route, Sums>()
    try {
      await Promise.all(
        lanes.map(async ({ from, inTurn, intents }, lane) => {
          for (let i = 0; i < intents; i++) {
            const route = inTurn[i % inTurn.length]!
            const { charged, paid } = await carryOut(weather, route, from, lane, i)
            const before = sums.get(route) ?? { charged: 0n, paid: 0n }
            sums.set(route, { charged: before.charged + charged, paid: before.paid + paid })
          }
        }),
      )
    } finally {
      await stopWeather()
    }
    const ratios = [...sums].map(([route, { charged, paid }]) => [route, Number((charged * 1_000n) / paid) / 1_000])
    console.log(`${weather.name}: ${ratios.map(([route, ratio]) => `${route} ${ratio}`).join(', ')}`)
    // All together. Each route has a third: sharing a transaction with others' of the same second moves its ratio more.
    const all = [...sums.values()].reduce((a, b) => ({ charged: a.charged + b.charged, paid: a.paid + b.paid }))
    expect(Number(all.charged) / Number(all.paid)).toBeGreaterThan(0.85)
    expect(Number(all.charged) / Number(all.paid)).toBeLessThan(1.15)
    expect(ratios.filter(([, ratio]) => !(Number(ratio) > 0.75 && Number(ratio) < 1.25))).toEqual([])
  },
  600_000,
)
