import { expect, test } from 'vitest'
import { chooseFoundry, platformName } from '../../scripts/chooseFoundry.mjs'

const version = '1.7.1'
const right = 'anvil Version: 1.7.1-v1.7.1'

type Row = {
  what: string
  platform: string
  arch: string
  /** What the registry's package prints; undefined: it has none. */
  packaged?: string
  /** What the one on the PATH prints; undefined: there is none. */
  path?: string
  take: 'package' | 'path' | 'emulation' | 'nothing'
  says: RegExp
}

const mac = { platform: 'darwin', arch: 'arm64' }
const linux = { platform: 'linux', arch: 'arm64' }
const rows: Row[] = [
  {
    what: 'a Mac whose registry has the package',
    ...mac,
    packaged: right,
    path: right,
    take: 'package',
    says: /^anvil 1\.7\.1 from the package @foundry-rs\/anvil-darwin-arm64$/,
  },
  {
    what: 'a Mac whose registry has another version under the name',
    platform: 'darwin',
    arch: 'x64',
    packaged: 'anvil Version: 1.7.10',
    path: right,
    take: 'path',
    says: /package for darwin-amd64 says "anvil Version: 1\.7\.10" and not 1\.7\.1: anvil of the PATH, \/path\/anvil$/,
  },
  {
    what: 'a Mac with an older Foundry and no package',
    ...mac,
    path: 'anvil 1.5.0',
    take: 'path',
    says: /registry has no anvil 1\.7\.1 for darwin-arm64: anvil of the PATH.*"anvil 1\.5\.0" where 1\.7\.1 is tested/,
  },
  { what: 'a Mac with neither', ...mac, take: 'nothing', says: /install Foundry/ },
  { what: 'arm64 Linux with the package', ...linux, packaged: right, take: 'package', says: /linux-arm64/ },
  { what: 'arm64 Linux with Foundry', ...linux, path: right, take: 'path', says: /of the PATH/ },
  { what: 'arm64 Linux with neither', ...linux, take: 'emulation', says: /under emulation/ },
]

test.each(rows)('$what: $take', ({ platform, arch, packaged, path, take, says }) => {
  const said: string[] = []
  const asked: string[] = []
  const prints: Record<string, string | undefined> = { '/package/anvil': packaged, '/path/anvil': path }
  const chosen = chooseFoundry(
    { platform, arch, version },
    {
      fetchNative: (name: string) => {
        asked.push(name)
        return packaged && '/package/anvil'
      },
      printedVersion: (binary: string) => prints[binary],
      onPath: () => path && '/path/anvil',
    },
    (line: string) => said.push(line),
  )
  expect(chosen.take).toBe(take)
  expect(asked).toEqual([platformName(platform, arch)])
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(says)
})
