import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { BundleEntry } from '../../src/index.ts'
import { seededRandom } from '../seeded-random.ts'
import { exportEntry, makeHistory } from './make-history.ts'
import { bundleBytes, honest, inputOf, sealHistory } from './seal-history.ts'

// On Debian: apt-get install unzip jq xxd openssl
const isInstalled = ['unzip', 'jq', 'xxd', 'openssl'].every(
  program => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
)
if (!isInstalled) process.stderr.write('Skipped: unzip, jq, xxd or openssl is not installed.\n')

const page = await readFile(new URL('../../../../docs/check-one-text.md', import.meta.url), 'utf8')
const script = [...page.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block).join('')
const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

const made = makeHistory(seededRandom(11), {
  owners: 2,
  entries: 700,
  phones: 5,
  old: 0,
  startMs: Date.parse('2026-11-01T00:00:00Z'),
  pauseMs: 20_000,
})
const log = sealHistory([...made, exportEntry(0, (made.at(-1)?.atMs ?? 0) + 1000)], honest)
const entries = log.entries.filter(({ owner }) => owner === 0)

async function follow(
  shown: readonly BundleEntry[],
  line: number,
): Promise<{ status: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'check-one-text-'))
  folders.push(folder)
  await writeFile(join(folder, 'bundle.zip'), await bundleBytes(inputOf(log, 0, { entries: shown })))
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    env: { ...process.env, LINE: line.toString() },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

it.runIf(isInstalled).each([5, entries.length])('the commands of the page prove line %i', async line => {
  const { status, output } = await follow(entries, line)
  expect(output).toContain('The proof has this entry.')
  expect(output).toContain('The checkpoint is of this log.')
  expect(output).toContain('The log has signed it.')
  expect(status).toBe(0)
})

it.runIf(isInstalled)('the commands of the page stop at an entry that was changed', async () => {
  const target = entries[4]
  if (target?.content.shown !== 'all') throw new Error('not salted')
  const content = {
    ...target.content,
    facts: target.content.facts.replace(/[a-z]/, 'X'),
  }
  const { status, output } = await follow(entries.with(4, { ...target, content }), 5)
  expect(output).not.toContain('The proof has this entry.')
  expect(status).not.toBe(0)
})
