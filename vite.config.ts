import { join } from 'node:path'
import { defineConfig } from 'vite'

// The console: pages of src/console into dist/console, which the service serves under /console/. No source maps and no inlined
// files: the Content-Security-Policy of the pages allows neither `data:` nor anything from elsewhere.
export default defineConfig({
  root: join(import.meta.dirname, 'src/console'),
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, 'dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
})
