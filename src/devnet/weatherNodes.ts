import type { NodeWeather } from '../chains/definitions/devnet/weather.ts'
import { createDataFee } from './dataFee.ts'
import { createPosterGas } from './posterGas.ts'
import type { RollupCosts } from './rollupCosts.ts'
import { startWeatherProxy, type WeatherProxy } from './weatherProxy.ts'

export type WeatherNodes = { proxies: WeatherProxy[]; costs?: RollupCosts; stop(): Promise<void> }

/** A chain's endpoints with a network profile, all in front of one node; `steady` disables lag and absence. */
export async function startWeatherNodes(
  nodeUrl: string,
  weather: NodeWeather,
  options: { port?: number; steady?: boolean },
): Promise<WeatherNodes> {
  const timers: NodeJS.Timeout[] = []
  const costs = createRollupCosts(nodeUrl, weather)
  const proxies = await Promise.all(
    weather.nodes.map((_, index) =>
      startWeatherProxy(nodeUrl, weather, { port: index === 0 ? options.port : undefined, costs }),
    ),
  )
  if (!options.steady)
    for (const [index, habit] of weather.nodes.entries()) {
      const proxy = proxies[index]!
      if (habit.is === 'lags') proxy.trouble(habit)
      if (habit.is !== 'leaves') continue
      const leave = () => {
        proxy.trouble({ is: 'away' })
        timers.push(setTimeout(() => proxy.trouble(undefined), habit.forMs))
      }
      timers.push(setInterval(leave, habit.everyMs))
    }
  return {
    proxies,
    costs,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(proxies.map((proxy) => proxy.stop()))
    },
  }
}

/** Undefined if the chain is no rollup. */
function createRollupCosts(nodeUrl: string, { posterGasPerByte, l1Fee }: NodeWeather): RollupCosts | undefined {
  if (posterGasPerByte !== undefined) return createPosterGas(posterGasPerByte)
  return l1Fee && createDataFee(nodeUrl)
}
