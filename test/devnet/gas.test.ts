import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useForAll } from '../useParts.ts'
import { measureGas } from './gas.ts'
import { startTestDevnet } from './setup.ts'

const devnet = useForAll(startTestDevnet)

// Each step as users run it: deposits by every signature, a delivery, a failing swap and target, a refund.
test('gas is what the reference says, and no worse than the design asked for', async () => {
  const rows = await measureGas(devnet)
  const page = readFileSync('docs/reference/gas.md', 'utf8')
  const remedy = 'run: npx tsx scripts/generateGas.ts'
  for (const { step, gas, gasMax } of rows) {
    if (gasMax) expect(gas, step).toBeLessThanOrEqual(gasMax)
    const written = page.split(`\n| ${step} | `)[1]?.split(' ', 1)[0]
    expect(written, `${step}: ${remedy}`).toBeDefined()
    // Call data contains time and addresses, whose zero bytes are cheaper: a step varies by a few hundred gas.
    expect(Math.abs(Number(written!.replaceAll(',', '')) - gas), `${step}: ${remedy}`).toBeLessThan(gas * 0.02)
  }
})
