import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { client: 'src/sdk/client.ts' },
  format: 'esm',
  platform: 'neutral',
  dts: true,
  clean: true,
})
