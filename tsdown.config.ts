import { defineConfig } from 'tsdown'

// The client is one file that runs in browsers; the command keeps the shape of src/, so that what looks for a file beside
// itself finds it in the package as in a clone.
export default defineConfig([
  { entry: { client: 'src/sdk/client.ts' }, format: 'esm', platform: 'neutral', dts: true, clean: true },
  {
    entry: ['src/cli/main.ts', 'src/app/startApp.ts'], // two, so that what they have in common is src/
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    unbundle: true,
    dts: false,
    clean: false,
    outExtensions: () => ({ js: '.js' }),
  },
])
