import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import {
  accountHeader,
  appBase,
  appOperations,
  backgroundHeader,
  eventsPath,
  limits,
  sharedOperations,
} from '@parley/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The page needs only paths and limits; the schemas and their library stay on the server.
const contract = {
  base: appBase,
  accountHeader,
  backgroundHeader,
  eventsPath,
  limits,
  operations: Object.fromEntries(
    Object.values({ ...appOperations, ...sharedOperations }).map(({ id, method, path }) => [
      id,
      [method, path],
    ]),
  ),
}

const compressors = { gz: promisify(gzip), br: promisify(brotliCompress) }

/** Compresses files at build time, after every other step, so that no request has to. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter(file => /\.(js|css|svg)$/.test(file))) {
      const source = await readFile(join(dir, name))
      for (const [ending, compress] of Object.entries(compressors)) {
        await writeFile(join(dir, `${name}.${ending}`), await compress(source))
      }
    }
  },
}

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/app/',
  define: { contractOfBuild: JSON.stringify(contract) },
  plugins: [react(), compressed],
  build: {
    manifest: true,
    reportCompressedSize: false,
    // The content security policy allows only files from the service.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'console.html', 'handset.html'] },
  },
  server: { proxy: { '/app/api': server, '/app/sign-in': server, '/oauth': server } },
})
