import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startAnvil } from './chains/anvil.ts'
import { startTestDevnet } from './devnet/setup.ts'

test('a node that dies is reported with its test file; one that is stopped is not', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'causeway-deaths-')), 'deaths')
  vi.stubEnv('TEST_NODE_DEATHS', file)
  await (await startAnvil()).stop()
  const anvil = await startAnvil({ chainId: 7 })
  process.kill(anvil.pid, 'SIGKILL')
  await anvil.exited
  await anvil.stop()
  const devnet = await startTestDevnet()
  const { pid } = devnet.chains[1]!
  process.kill(pid, 'SIGKILL')
  const deaths = () => readFileSync(file, 'utf8').trim().split('\n')
  await expect.poll(deaths).toHaveLength(2)
  await devnet.stop()
  const how = 'was ended by SIGKILL'
  expect(deaths().map((line) => JSON.parse(line))).toMatchObject([
    { file: import.meta.filename, chainId: 7, pid: anvil.pid, how, lastOutput: [expect.any(String)] },
    { file: import.meta.filename, chainId: 31338, pid, how },
  ])
})
