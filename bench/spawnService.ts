import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Devnet } from '../src/devnet/devnet.ts'

/** The service in its own process on local chains, optionally with other URLs of their nodes. */
export async function spawnService(
  devnet: Devnet,
  {
    folder,
    rpcUrls,
    nodeFlags = [],
    env = {},
  }: { folder: string; rpcUrls: readonly string[]; nodeFlags?: readonly string[]; env?: Record<string, string> },
): Promise<{ process: ChildProcess; url: string }> {
  const main = new URL('../src/cli/main.ts', import.meta.url).pathname
  const service = spawn(process.execPath, [...nodeFlags, '--import', 'tsx', main, 'serve'], {
    env: {
      ...process.env,
      PORT: '0',
      CAUSEWAY_LOG_LEVEL: 'error',
      CAUSEWAY_STORE_FOLDER: folder,
      CAUSEWAY_CHAINS: JSON.stringify(devnet.chains.map(({ id }, i) => ({ id, rpcUrls: [rpcUrls[i]] }))),
      CAUSEWAY_SIGNERS_PRIVATE_KEYS: devnet.relayers.map(({ privateKey }) => privateKey).join(','),
      CAUSEWAY_PROVIDERS_CCTP_ATTESTATION_URL: devnet.attestationUrl,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: service.stdout }).on('line', (line) => line.startsWith('ready ') && resolve(line.slice(6)))
    service.once('exit', () => reject(new Error('the service did not start')))
  })
  return { process: service, url }
}
