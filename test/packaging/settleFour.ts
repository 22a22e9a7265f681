import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Address } from 'viem'
import { expect } from 'vitest'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { contractsOfOperator, createClient, runIntent } from '../../src/sdk/client.ts'
import { readBlocks } from '../docs/readMarkdown.ts'
import { openShell } from '../docs/shell.ts'
import { harbor, island, tokens } from '../e2e/setup.ts'
import { walletOf } from '../e2e/wallets.ts'
import { root } from './dockerfile.ts'
import { causewayIn, type Image } from './runManifest.ts'

export type Deployment = { url: string; key: string; operator: Address; devnet: Devnet; image: Image; folder: string }

const blocksOf = (guide: string) => readBlocks(readFileSync(join(root, 'docs/guides', guide), 'utf8'))
const run = promisify(execFile)

/** One intent each by the command line, the client, Python and curl, the last two as their guides are written. */
export async function settleFour(deployment: Deployment): Promise<void> {
  const { url, key, operator, devnet, image, folder } = deployment
  mkdirSync(join(folder, '.causeway'), { recursive: true })
  const nodes = devnet.chains.map(({ id, nodeUrl }) => `${id}=${nodeUrl}`)
  writeFileSync(join(folder, '.causeway/local-nodes'), `${nodes.join('\n')}\n`)
  const env = { CAUSEWAY_URL: url, CAUSEWAY_KEY: key }
  const send = ['send', '100', 'USDC@harbor', 'USDC@island', '--account', '1', '--yes', '--json']

  const unknown = await causewayIn(image, folder, send, env)
  expect([unknown.code, unknown.err]).toEqual([expect.any(Number), expect.stringContaining('--operator')])
  const sent = await causewayIn(image, folder, send, { ...env, CAUSEWAY_OPERATOR: operator })
  expect(sent.code, sent.err).toBe(0)
  expect(JSON.parse(sent.out)).toMatchObject({ status: 'SUCCEEDED', verified: 'chain' })

  const receipt = await runIntent({
    client: createClient({ url, accessKey: key }),
    wallet: walletOf(devnet, harbor, devnet.accounts[6]!),
    contracts: await contractsOfOperator({ signer: operator }),
    request: {
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      originTokenAmount: 100_000_000n,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
    },
  })
  expect(receipt.status).toBe('SUCCEEDED')

  for (const { mark, text } of blocksOf('integrate-with-python.md'))
    if (mark?.kind === 'file') writeFileSync(join(folder, mark.value), text)
  const python = await run('python3', ['send.py'], { cwd: folder, env: { PATH: process.env.PATH, ...env } })
  expect(python.stdout).toContain('SUCCEEDED')

  const shell = openShell({ cwd: folder, scripts: folder, env: { PATH: process.env.PATH, ...env } })
  try {
    let said = ''
    for (const { lang, text } of blocksOf('integrate-with-curl.md')) {
      if (lang === 'sh') said += await shell.run(text)
      if (said.includes('SUCCEEDED')) return
    }
    expect(said).toContain('SUCCEEDED')
  } finally {
    await shell.close()
  }
}
