import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'tsdown'
import { bundledPackages, oneLanguage } from './scripts/bundledPackages.mjs'

/** In the package of the service, a module of src/devnet is one of the package `causeway-devnet`: neither holds the other. */
const devnetIsAPackage = {
  name: 'devnet-is-a-package',
  resolveId: {
    filter: { id: /^\.\.\/devnet\/\w+\.ts$/ },
    handler: (source: string) => ({ id: `causeway-devnet/${basename(source, '.ts')}`, external: true }),
  },
}

/** What runs for long. The other commands are a bundle, because a person waits for them to start. */
const unbundled = ['serve', 'devnet']

const unbundledOutside = {
  name: 'unbundled-outside',
  resolveId: {
    filter: { id: new RegExp(`^\\./(${unbundled.join('|')})\\.ts$`) },
    handler: (source: string) => ({ id: `../cli/${basename(source, '.ts')}.js`, external: true }),
  },
}

const english = {
  name: 'english',
  load: { filter: { id: oneLanguage.file }, handler: () => oneLanguage.text },
}

/** A text in the source: quotes around anything but them. */
const words = String.raw`'(?:[^'\\\n]|\\.)*'`
const documents: [RegExp, string][] = [
  [new RegExp(String.raw`\.describe\(\s*${words},?\s*\)`, 'g'), ''],
  [new RegExp(String.raw`\b(summary|when):\s*${words}`, 'g'), "$1: ''"],
  [/(?<=^import \* as z from )'zod'/m, `'${join(import.meta.dirname, 'src/sdk/smallZod.ts')}'`],
  [new RegExp(String.raw`\bshape\(\s*(${words}),\s*${words}`, 'g'), "shape($1, ''"],
]

/** Browsers get the functional half of zod, and none of the texts from which documents are made: 54 kB of gzip beside viem instead of 145. */
const small = {
  name: 'small',
  load: {
    filter: { id: /src\/(interface|sdk)\/\w+(?<!\.d)\.ts$/ },
    handler: (path: string) =>
      documents.reduce((text, [about, without]) => text.replace(about, without), readFileSync(path, 'utf8')),
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
    entry: unbundled.map((name) => `src/cli/${name}.ts`),
    plugins: [devnetIsAPackage],
    copy: [{ from: 'src/stores/postgres/migrations', to: 'dist/stores/postgres' }],
  },
  {
    name: 'service',
    entry: 'src/cli/main.ts',
    outDir: 'dist/commands',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    // Names stay as they are, for stacks; the spaces are a third of what Node would read.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    deps: { alwaysBundle: bundledPackages, onlyBundle: false },
    plugins: [devnetIsAPackage, unbundledOutside, english],
    copy: [
      { from: 'src/stores/postgres/migrations', to: 'dist/commands' },
      { from: 'contracts/src', to: 'dist/commands/contracts' },
      { from: 'contracts/foundry.toml', to: 'dist/commands/contracts' },
    ],
    outExtensions: () => ({ js: '.js' }),
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
    plugins: [small],
  },
])
