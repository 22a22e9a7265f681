/**
 * The engine against its floors: `npx tsx bench/engine.ts [latency|weather|throughput|waits|search]`, all of them unless one is named.
 * Everything runs on this machine, on ports of 127.0.0.1, and is gone afterwards. See README.md beside this file.
 */
import { parseArgs } from 'node:util'
import { benchLatency, benchWeatherLatency } from './engine/latency.ts'
import { benchSearch } from './engine/search.ts'
import { benchThroughput } from './engine/throughput.ts'
import { benchWaits } from './engine/waits.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '12' },
    weather: { type: 'string' },
    count: { type: 'string', default: '400' },
    calls: { type: 'string', default: '5000' },
    intents: { type: 'string', default: '1000000' },
  },
})

const benches: Record<string, () => Promise<void>> = {
  latency: () => benchLatency(Number(values.runs)),
  weather: () => benchWeatherLatency(Number(values.runs), values.weather),
  throughput: () => benchThroughput(Number(values.count)),
  waits: () => benchWaits(Number(values.calls)),
  search: () => benchSearch(Number(values.intents)),
}

const named = positionals.length > 0 ? positionals : Object.keys(benches)
for (const name of named) {
  const bench = benches[name]
  if (!bench) {
    console.error(`unknown benchmark "${name}"; known: ${Object.keys(benches).join(', ')}`)
    process.exit(2)
  }
}
for (const name of named) await benches[name]!()
process.exit(0)
