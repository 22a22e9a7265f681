import { expect, test } from 'vitest'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { describeDevnet } from '../../src/cli/describeDevnet.ts'
import { describeService } from '../../src/cli/describeService.ts'
import { configSchema } from '../../src/config/config.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'

const devnet = {
  chains: ['Harbor', 'Island', 'Summit'].map((name, at) => ({
    name,
    id: 31337 + at,
    rpcUrl: `http://127.0.0.1:${31337 + at}`,
  })),
  contracts: devnetAddresses,
  accounts: devnetKeys().users,
  attestationUrl: 'http://127.0.0.1:32767',
} as unknown as Devnet

const wide = (text: string) => text.split('\n').filter((line) => line.length > 80)

test('what a start says fits 80 columns, and each account has its key', () => {
  const config = configSchema.parse({})
  const url = 'http://127.0.0.1:32767'
  const signer = devnet.accounts[3]!.address
  const real = { chains: [{ id: 10, rpcUrls: [url] }], operator: { name: 'Shop', signer } }
  expect(describeService({ url, config: configSchema.parse(real) })).toContain(`callers    --operator Shop=${signer}\n`)
  const served = describeService({ url, adminUrl: 'http://127.0.0.1:32766', config, devnet })
  const chains = describeDevnet(devnet, 0)
  expect([...wide(served), ...wide(chains)]).toEqual([])
  for (const { address, privateKey } of devnet.accounts) expect(chains).toContain(`  ${address}\n    ${privateKey}\n`)
  expect(served).toContain(`${url}/docs/`)
})
