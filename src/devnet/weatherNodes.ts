import type { NodeWeather } from '../chains/definitions/devnet/weather.ts'
import { startWeatherProxy, type WeatherProxy } from './weatherProxy.ts'

export type WeatherNodes = { proxies: WeatherProxy[]; stop(): Promise<void> }

/** The endpoints of one chain under a weather, all in front of the same node; `steady` leaves their habits out. */
export async function startWeatherNodes(
  nodeUrl: string,
  weather: NodeWeather,
  options: { port?: number; steady?: boolean },
): Promise<WeatherNodes> {
  const timers: NodeJS.Timeout[] = []
  const proxies = await Promise.all(
    weather.nodes.map((_, index) => startWeatherProxy(nodeUrl, weather, index === 0 ? options.port : undefined)),
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
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(proxies.map((proxy) => proxy.stop()))
    },
  }
}
