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

/** One planted violation for each rule: a file, and what it must not import. */
const plants: Record<string, readonly [from: string, to: string]> = {
  'db-imports-only-what-it-may': [`${src}/db/a.ts`, `${src}/http/b.ts`],
  'jobs-imports-only-what-it-may': [`${src}/jobs/a.ts`, `${src}/http/b.ts`],
  'http-imports-only-what-it-may': [`${src}/http/a.ts`, `${src}/texting/index.ts`],
  'telemetry-imports-only-what-it-may': [`${src}/telemetry/a.ts`, `${src}/http/b.ts`],
  'files-imports-only-what-it-may': [`${src}/files/a.ts`, `${src}/db/b.ts`],
  'journal-imports-only-what-it-may': [`${src}/journal/a.ts`, `${src}/http/b.ts`],
  'carriers-imports-only-what-it-may': [`${src}/carriers/a.ts`, `${src}/http/b.ts`],
  'identity-imports-only-what-it-may': [`${src}/identity/a.ts`, `${src}/addressbook/index.ts`],
  'reference-imports-only-what-it-may': [`${src}/reference/a.ts`, `${src}/texting/index.ts`],
  'content-imports-only-what-it-may': [`${src}/content/a.ts`, `${src}/journal/index.ts`],
  'addressbook-imports-only-what-it-may': [`${src}/addressbook/a.ts`, `${src}/texting/index.ts`],
  'texting-imports-only-what-it-may': [`${src}/texting/a.ts`, `${src}/config.ts`],
  'advisorapp-imports-only-what-it-may': [`${src}/advisorapp/a.ts`, `${src}/carriers/index.ts`],
  'a-new-folder-is-placed-in-the-table': [`${src}/surprise/a.ts`, `${src}/db/b.ts`],
  'features-meet-through-their-index': [`${src}/texting/a.ts`, `${src}/addressbook/queries.ts`],
  'commands-load-no-server': [`${src}/cli/a.ts`, `${src}/identity/serve.ts`],
  'only-main-composes': [`${src}/http/a.ts`, `${src}/app.ts`],
  'the-contract-stands-alone': ['packages/contract/src/a.ts', 'packages/sdk/src/index.ts'],
  'the-sdk-stands-alone': ['packages/sdk/src/a.ts', 'packages/contract/src/index.ts'],
  'e2e-stays-outside': ['e2e/a.ts', `${src}/http/b.ts`],
  'the-server-is-nobodys-library': ['packages/web/src/a.ts', `${src}/http/b.ts`],
  'a-package-is-entered-by-its-front-door': [`${src}/http/a.ts`, 'packages/contract/src/problems.ts'],
  'tests-stay-out-of-the-product': [`${src}/http/a.ts`, 'packages/server/test/harness.ts'],
  'pages-of-the-app-point-one-way': ['packages/web/src/features/inbox/a.ts', 'packages/web/src/app/b.ts'],
  'the-apps-ui-knows-no-feature': ['packages/web/src/ui/a.ts', 'packages/web/src/features/inbox/b.ts'],
  'no-circles': [`${src}/http/a.ts`, `${src}/http/b.ts`],
  'every-import-resolves': [`${src}/http/a.ts`, `${src}/http/missing.ts`],
}

let broken: ReadonlySet<string>
let fixture: string

async function plant(folder: string, from: string, to: string, circular: boolean): Promise<void> {
  const up = '../'.repeat(from.split('/').length - 1)
  await mkdir(dirname(join(folder, from)), { recursive: true })
  await writeFile(join(folder, from), `import type { thing } from '${up}${to}'\nexport type here = thing\n`)
  if (to.endsWith('missing.ts')) return
  await mkdir(dirname(join(folder, to)), { recursive: true })
  const back = circular ? `import type { here } from './a.ts'\nexport type there = here\n` : ''
  await writeFile(join(folder, to), `${back}export type thing = number\n`)
}

async function rulesBrokenIn(folder: string): Promise<string[]> {
  const depcruise = join(root, 'node_modules/.bin/depcruise')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', '--no-cache', ...(await readdir(folder))],
    { cwd: folder, maxBuffer: 1 << 26 },
  ).catch((error: { stdout: string }) => error)
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return report.summary.violations.map(violation => violation.rule.name)
}

beforeAll(async () => {
  fixture = await mkdtemp(join(tmpdir(), 'parley-arrows-'))
  const found = await Promise.all(
    Object.entries(plants).map(async ([rule, [from, to]]) => {
      const folder = join(fixture, rule)
      await plant(folder, from, to, rule === 'no-circles')
      return (await rulesBrokenIn(folder)).includes(rule) ? [rule] : []
    }),
  )
  broken = new Set(found.flat())
}, 120_000)

afterAll(() => rm(fixture, { recursive: true }))

describe('the arrow check', () => {
  it.each(ruleNames)('reports a planted violation of %s', rule => {
    expect(plants, 'every rule needs a planted violation').toHaveProperty([rule])
    expect(broken).toContain(rule)
  })

  it('finds nothing where nothing was planted', async () => {
    const folder = join(fixture, 'clean')
    await plant(folder, `${src}/texting/a.ts`, `${src}/addressbook/index.ts`, false)
    expect(await rulesBrokenIn(folder)).toEqual([])
  })
})
