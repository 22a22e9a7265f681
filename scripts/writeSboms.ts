// Writes each package's dependencies, with versions, licences and hashes, as CycloneDX to its dist/sbom.cdx.json.
// Without a time and a serial number, so that two builds of one commit are equal to the byte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedDependency, lockedDependencies } from './lockedDependencies.ts'
import { packages } from './packPackages.ts'

const root = join(import.meta.dirname, '..')

type Manifest = { name: string; version: string; license: string; peerDependencies?: Record<string, string> }

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const component = ({ name, version, licence, integrity, forOnePlatform }: LockedDependency) => ({
  type: 'library',
  'bom-ref': purl(name, version),
  name,
  version,
  scope: forOnePlatform ? 'optional' : 'required',
  licenses: [{ expression: licence }],
  purl: purl(name, version),
  ...(integrity?.startsWith('sha512-') && {
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
  }),
})

for (const { folder } of Object.values(packages)) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license } = manifest
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl(name, version),
        ...{ name, version, licenses: [{ expression: license }], purl: purl(name, version) },
      },
    },
    components: lockedDependencies(folder).map(component),
  }
  mkdirSync(join(root, folder, 'dist'), { recursive: true })
  writeFileSync(join(root, folder, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}
