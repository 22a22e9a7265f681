import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The published packages and their manifests. The service's is the clone's. */
export const packages = {
  client: { name: 'causeway-client', folder: 'packages/client' },
  service: { name: 'causeway-service', folder: '.' },
  devnet: { name: 'causeway-devnet', folder: 'packages/devnet' },
} as const

export type PackageName = keyof typeof packages
export const packageNames = Object.keys(packages) as PackageName[]

/** Builds the three packages and packs them into `folder` as for the registry. Returns the tarballs. */
export function packPackages(folder: string): Record<PackageName, string> {
  const build = join(root, 'node_modules/.bin/tsdown')
  execFileSync(build, ['--logLevel', 'error'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/packStates.ts'], { cwd: root, stdio: 'ignore' })
  const pages = join(root, 'node_modules/.bin/vite')
  execFileSync(pages, ['build', '--logLevel', 'error'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/writeSboms.ts'], { cwd: root, stdio: 'inherit' })
  const tarball = (name: PackageName) => {
    const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder]
    const said = execFileSync('npm', args, { cwd: join(root, packages[name].folder), encoding: 'utf8' })
    const [packed] = Object.values(JSON.parse(said) as Record<string, { filename: string }>)
    return join(folder, packed!.filename)
  }
  return { client: tarball('client'), service: tarball('service'), devnet: tarball('devnet') }
}
