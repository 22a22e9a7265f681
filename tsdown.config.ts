import { basename } from 'node:path'
import { defineConfig } from 'tsdown'

/** In the package of the service, a module of src/devnet is one of the package `causeway-devnet`: neither holds the other. */
const devnetIsAPackage = {
  name: 'devnet-is-a-package',
  resolveId: {
    filter: { id: /^\.\.\/devnet\/\w+\.ts$/ },
    handler: (source: string) => ({ id: `causeway-devnet/${basename(source, '.ts')}`, external: true }),
  },
}

// Service and devnet keep the shape of src/, so that what looks for a file beside itself finds it in the package as in a
// clone. The client is one file that runs in browsers.
const inTheShapeOfSrc = {
  root: 'src',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  unbundle: true,
  dts: false,
  outExtensions: () => ({ js: '.js' }),
} as const

export default defineConfig([
  {
    ...inTheShapeOfSrc,
    name: 'service',
    entry: 'src/cli/main.ts',
    plugins: [devnetIsAPackage],
    copy: [{ from: 'src/stores/postgres/migrations', to: 'dist/stores/postgres' }],
  },
  {
    ...inTheShapeOfSrc,
    name: 'devnet',
    entry: ['src/devnet/anvil.ts', 'src/devnet/devnet.ts'],
    outDir: 'packages/devnet/dist',
  },
  {
    name: 'client',
    entry: { client: 'src/sdk/client.ts' },
    outDir: 'packages/client/dist',
    format: 'esm',
    platform: 'neutral',
    dts: true,
  },
])
