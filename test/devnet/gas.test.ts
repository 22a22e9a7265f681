import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useForAll } from '../useParts.ts'
import { measureGas } from './gas.ts'
import { startTestDevnet } from './setup.ts'

const devnet = useForAll(startTestDevnet)

// Each step is run as people run it: a deposit by every signature, a delivery, a swap and a target that fail, a refund by a stranger.
test('gas is what the reference says, and no worse than the design asked for', async () => {
  const rows = await measureGas(devnet)
  const page = readFileSync('docs/reference/gas.md', 'utf8')
  const remedy = 'run: npx tsx scripts/generateGas.ts'
  for (const { step, gas, gasMax } of rows) {
    if (gasMax) expect(gas, step).toBeLessThanOrEqual(gasMax)
    const written = page.split(`\n| ${step} | `)[1]?.split(' ', 1)[0]
    expect(written, `${step}: ${remedy}`).toBeDefined()
    // Time and addresses are in the call data, and their zero bytes are cheaper: a step moves by a few hundred gas.
    expect(Math.abs(Number(written!.replaceAll(',', '')) - gas), `${step}: ${remedy}`).toBeLessThan(gas * 0.02)
  }
})
