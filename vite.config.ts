import { join } from 'node:path'
import { defineConfig } from 'vite'

// The console: pages of src/console into dist/console, which the service serves under /console/. No source maps and no inlined
// files: the Content-Security-Policy of the pages allows neither `data:` nor anything from elsewhere.
const pages = join(import.meta.dirname, 'src/console')

export default defineConfig({
  root: pages,
  base: '/console/',
  // Scripts find their parts beside themselves, so that <causeway-send> works in a page of another origin.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'js' ? { relative: true } : undefined) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, 'dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: join(pages, 'index.html'), 'causeway-send': join(pages, 'element/main.ts') },
      // Other people's pages name this file, so its name stays.
      output: { entryFileNames: ({ name }) => (name === 'causeway-send' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
    chunkSizeWarningLimit: 1_000,
  },
})
