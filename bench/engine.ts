/**
 * The engine against its floors: `npx tsx bench/engine.ts [latency|weather|throughput|waits|search]`, by default all.
 * Everything runs on this machine, on ports of 127.0.0.1, and is gone afterwards. See README.md beside this file.
 */
import { parseArgs } from 'node:util'
import { benchLatency } from './engine/latency.ts'
import { benchSearch } from './engine/search.ts'
import { benchThroughput } from './engine/throughput.ts'
import { benchWaits } from './engine/waits.ts'
import { benchWeatherLatency } from './engine/weatherLatency.ts'

const help = `npx tsx bench/engine.ts [latency|weather|throughput|waits|search] [options], all of them unless one is named

latency     2 min    --runs 12        intents a kind
weather    10 min    --runs 2         intents a corridor and way; 21 corridors a weather
                     --weather NAME   one of mainnet, sidechain, public instead of all three (3 min)
                     --corridor TEXT  only those whose name holds it, such as 'on Arbitrum'
                     --json           results for machines instead of tables
throughput  3 min    --count 400      intents at once
waits       2 min    --calls 5000     waits held
search     10 min    --intents 1000000`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    runs: { type: 'string' },
    weather: { type: 'string' },
    corridor: { type: 'string' },
    json: { type: 'boolean', default: false },
    count: { type: 'string', default: '400' },
    calls: { type: 'string', default: '5000' },
    intents: { type: 'string', default: '1000000' },
  },
})

const benches: Record<string, () => Promise<void>> = {
  latency: () => benchLatency(Number(values.runs ?? 12)),
  weather: () =>
    benchWeatherLatency(Number(values.runs ?? 2), {
      only: values.weather,
      corridor: values.corridor,
      json: values.json,
    }),
  throughput: () => benchThroughput(Number(values.count)),
  waits: () => benchWaits(Number(values.calls)),
  search: () => benchSearch(Number(values.intents)),
}

if (values.help) {
  console.log(help)
  process.exit(0)
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
