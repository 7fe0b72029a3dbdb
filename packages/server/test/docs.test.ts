import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropDatabase } from '../src/db/drop-database.ts'
import { adminUrl } from './admin-url.ts'
import { freePort } from './free-port.ts'
import { parley } from './process.ts'

/** Guides whose shell blocks make up one session, from top to bottom. */
const guides = ['docs/partner/address-book.md']

const name = `parley_docs_test_${process.pid}`
const databaseUrl = new URL(adminUrl)
databaseUrl.pathname = `/${name}`
let folder: string
let sandbox: ReturnType<typeof parley>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-docs-'))
  const port = String(await freePort())
  sandbox = parley(
    ['dev', '--port', port, '--database-url', databaseUrl.href, '--fresh'],
    {},
    { cwd: folder },
  )
  await sandbox.printed(/api .*Server listening/)
}, 60_000)
afterAll(async () => {
  sandbox.child.kill('SIGTERM')
  await sandbox.exited()
  await dropDatabase(adminUrl, name)
  await rm(folder, { recursive: true })
})

it.each(guides)(
  '%s works as it is written',
  async guide => {
    const text = await readFile(join(process.cwd(), guide), 'utf8')
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(match => match[1])
    expect(blocks).not.toHaveLength(0)
    const script = ['set -euo pipefail', ...blocks].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder })
    expect(stdout).toContain('"totalRecord":')
  },
  30_000,
)
