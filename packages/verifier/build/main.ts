// Builds dist/verify.mjs and dist/verify.html: one file each, which need nothing else.
import { mkdir, writeFile } from 'node:fs/promises'
import { bundlePage } from './bundle-page.ts'
import { bundleProgram } from './bundle-program.ts'

const dist = new URL('../dist/', import.meta.url)
await mkdir(dist, { recursive: true })
await writeFile(new URL('verify.mjs', dist), await bundleProgram())
await writeFile(new URL('verify.html', dist), await bundlePage())
