import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const config = join(root, '.dependency-cruiser.cjs')
const ruleNames = (createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }).forbidden.map(
  rule => rule.name,
)

const src = 'packages/server/src'

/** One planted violation for each rule: a file, and the file that it must not import. */
const plants: Record<string, readonly [from: string, to: string]> = {
  'problem-imports-only-what-it-may': [`${src}/platform/problem/a.ts`, `${src}/platform/http/b.ts`],
  'caller-imports-only-what-it-may': [`${src}/platform/caller/a.ts`, `${src}/platform/http/b.ts`],
  'time-imports-only-what-it-may': [`${src}/platform/time/a.ts`, `${src}/platform/db/b.ts`],
  'random-imports-only-what-it-may': [`${src}/platform/random/a.ts`, `${src}/platform/db/b.ts`],
  'program-imports-only-what-it-may': [`${src}/platform/program/a.ts`, `${src}/platform/db/b.ts`],
  'memory-imports-only-what-it-may': [`${src}/platform/memory/a.ts`, `${src}/platform/db/b.ts`],
  'idempotency-imports-only-what-it-may': [`${src}/platform/idempotency/a.ts`, `${src}/platform/http/b.ts`],
  'db-imports-only-what-it-may': [`${src}/platform/db/a.ts`, `${src}/platform/http/b.ts`],
  'jobs-imports-only-what-it-may': [`${src}/platform/jobs/a.ts`, `${src}/platform/http/b.ts`],
  'http-imports-only-what-it-may': [`${src}/platform/http/a.ts`, `${src}/texting/index.ts`],
  'telemetry-imports-only-what-it-may': [`${src}/platform/telemetry/a.ts`, `${src}/platform/http/b.ts`],
  'files-imports-only-what-it-may': [`${src}/platform/files/a.ts`, `${src}/platform/db/b.ts`],
  'paging-imports-only-what-it-may': [`${src}/platform/paging/a.ts`, `${src}/platform/db/b.ts`],
  'partitions-imports-only-what-it-may': [`${src}/platform/partitions/a.ts`, `${src}/platform/http/b.ts`],
  'condition-imports-only-what-it-may': [`${src}/platform/condition/a.ts`, `${src}/platform/http/b.ts`],
  'threads-imports-only-what-it-may': [`${src}/platform/threads/a.ts`, `${src}/platform/jobs/b.ts`],
  'journal-imports-only-what-it-may': [`${src}/journal/a.ts`, `${src}/platform/http/b.ts`],
  'sealing-imports-only-what-it-may': [`${src}/sealing/a.ts`, `${src}/consent/index.ts`],
  'witness-imports-only-what-it-may': [`${src}/witness/a.ts`, `${src}/platform/db/b.ts`],
  'smpp-imports-only-what-it-may': [`${src}/platform/smpp/a.ts`, `${src}/carriers/index.ts`],
  'mail-imports-only-what-it-may': [`${src}/platform/mail/a.ts`, `${src}/platform/http/b.ts`],
  'highwater-imports-only-what-it-may': [`${src}/platform/highwater/a.ts`, `${src}/platform/http/b.ts`],
  'outgoing-imports-only-what-it-may': [`${src}/platform/outgoing/a.ts`, `${src}/platform/db/b.ts`],
  'simulator-imports-only-what-it-may': [`${src}/simulator/a.ts`, `${src}/platform/http/b.ts`],
  'carriers-imports-only-what-it-may': [`${src}/carriers/a.ts`, `${src}/simulator/index.ts`],
  'identity-imports-only-what-it-may': [`${src}/identity/a.ts`, `${src}/addressbook/index.ts`],
  'reference-imports-only-what-it-may': [`${src}/reference/a.ts`, `${src}/texting/index.ts`],
  'content-imports-only-what-it-may': [`${src}/content/a.ts`, `${src}/identity/index.ts`],
  'addressbook-imports-only-what-it-may': [`${src}/addressbook/a.ts`, `${src}/texting/index.ts`],
  'consent-imports-only-what-it-may': [`${src}/consent/a.ts`, `${src}/texting/index.ts`],
  'texting-imports-only-what-it-may': [`${src}/texting/a.ts`, `${src}/delivery/index.ts`],
  'delivery-imports-only-what-it-may': [`${src}/delivery/a.ts`, `${src}/addressbook/index.ts`],
  'events-imports-only-what-it-may': [`${src}/events/a.ts`, `${src}/texting/index.ts`],
  'webhooks-imports-only-what-it-may': [`${src}/webhooks/a.ts`, `${src}/texting/index.ts`],
  'recovery-imports-only-what-it-may': [`${src}/recovery/a.ts`, `${src}/content/index.ts`],
  'advisorapp-imports-only-what-it-may': [`${src}/advisorapp/a.ts`, `${src}/carriers/index.ts`],
  'console-imports-only-what-it-may': [`${src}/console/a.ts`, `${src}/carriers/index.ts`],
  'a-new-folder-is-placed-in-the-table': [`${src}/surprise/a.ts`, `${src}/platform/db/b.ts`],
  'features-meet-through-their-index': [`${src}/texting/a.ts`, `${src}/addressbook/queries.ts`],
  'only-routes-and-guards-import-http': [`${src}/texting/sending/a.ts`, `${src}/platform/http/b.ts`],
  'commands-load-no-server': [`${src}/cli/a.ts`, `${src}/identity/serve.ts`],
  'only-main-composes': [`${src}/platform/http/a.ts`, `${src}/app.ts`],
  'the-contract-stands-alone': ['packages/contract/src/a.ts', 'packages/sdk/src/index.ts'],
  'the-evidence-stands-alone': ['packages/evidence/src/a.ts', 'packages/contract/src/index.ts'],
  'the-verifier-needs-the-evidence-alone': ['packages/verifier/src/a.ts', 'packages/contract/src/index.ts'],
  'the-sdk-stands-alone': ['packages/sdk/src/a.ts', 'packages/contract/src/index.ts'],
  'the-sdks-program-needs-node-alone': ['packages/sdk/program/a.ts', 'packages/contract/src/index.ts'],
  'e2e-stays-outside': ['e2e/a.ts', `${src}/platform/http/b.ts`],
  'the-server-is-nobodys-library': ['packages/web/src/a.ts', `${src}/platform/http/b.ts`],
  'a-package-is-entered-by-its-front-door': [
    `${src}/platform/http/a.ts`,
    'packages/contract/src/problems.ts',
  ],
  'tests-stay-out-of-the-product': [`${src}/platform/http/a.ts`, 'packages/server/test/harness.ts'],
  'pages-of-the-app-point-one-way': ['packages/web/src/features/inbox/a.ts', 'packages/web/src/app/b.ts'],
  'the-apps-ui-knows-no-feature': ['packages/web/src/ui/a.ts', 'packages/web/src/features/inbox/b.ts'],
  'no-circles': [`${src}/platform/http/a.ts`, `${src}/platform/http/b.ts`],
  'every-import-resolves': [`${src}/platform/http/a.ts`, `${src}/platform/http/missing.ts`],
}

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
}

let folder: string
let violations: readonly Violation[]
const plantedIn = new Map<string, string>()

/** All in one tree, so that one run of the checker sees them. `a.ts` and `b.ts` get a name of their own for each rule. */
async function plant(name: string, [from, to]: readonly [string, string], circular = false): Promise<string> {
  const importer = from.replace(/a\.ts$/, `${name}-a.ts`)
  const imported = to.replace(/b\.ts$/, `${name}-b.ts`)
  const up = '../'.repeat(importer.split('/').length - 1)
  await write(importer, `import type { thing } from '${up}${imported}'\nexport type here = thing\n`)
  if (imported.endsWith('missing.ts')) return importer
  const back = circular ? `import type { here } from './${name}-a.ts'\nexport type there = here\n` : ''
  await write(imported, `${back}export type thing = number\n`)
  return importer
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

async function check(): Promise<readonly Violation[]> {
  const depcruise = join(root, 'node_modules/.bin/depcruise')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', '--no-cache', ...(await readdir(folder))],
    { cwd: folder, maxBuffer: 1 << 26 },
  ).catch((error: { stdout: string }) => error)
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-arrows-'))
  for (const [rule, planted] of Object.entries(plants)) {
    plantedIn.set(rule, await plant(rule, planted, rule === 'no-circles'))
  }
  plantedIn.set('allowed', await plant('allowed', [`${src}/texting/a.ts`, `${src}/addressbook/index.ts`]))
  violations = await check()
}, 480_000)

afterAll(() => rm(folder, { recursive: true }))

const brokenIn = (file: string | undefined): string[] =>
  violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)

describe('the arrow check', () => {
  it.each(ruleNames)('reports a planted violation of %s', rule => {
    expect(plants, 'every rule needs a planted violation').toHaveProperty([rule])
    expect(brokenIn(plantedIn.get(rule))).toContain(rule)
  })

  it('reports nothing without a planted violation', () => {
    expect(brokenIn(plantedIn.get('allowed'))).toEqual([])
  })
})
