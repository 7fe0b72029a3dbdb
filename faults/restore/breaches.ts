// Shows that the checks can fail: each breach takes one guarantee out of a copy of the server.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restoreChecks } from './check-restores.ts'
import { type RestoreOptions, type RestoreResult, runRestores } from './run.ts'

interface Breach {
  readonly file: string
  /** It must occur exactly once. */
  readonly text: string
  readonly replacement: string
  readonly noticedBy: string
  readonly isUnfenced?: boolean
}

const steps = 'src/recovery/steps.ts'

export type BreachName = 'fence' | 'ids' | 'access' | 'replies' | 'texts' | 'schedules'

export const breaches: Readonly<Record<BreachName, Breach>> = {
  fence: {
    file: 'src/platform/highwater/judge-database.ts',
    text: "  if (!found) return seen === undefined ? 'trusted' : 'older'\n",
    replacement: "  if (seen !== -1) return 'trusted'\n  if (!found) return 'older'\n",
    noticedBy: restoreChecks.fenced,
    isUnfenced: true,
  },
  ids: {
    file: steps,
    text: 'await jumpSequences(database, [JSON.stringify(targets)])',
    replacement: "await jumpSequences(database, [targets ? '{}' : ''])",
    noticedBy: restoreChecks.idsOnce,
  },
  access: {
    file: steps,
    text: 'const ended = await endAllAccess(',
    replacement: 'const ended = await (async (..._all: unknown[]) => ({}))(',
    noticedBy: restoreChecks.access,
  },
  replies: {
    file: steps,
    text: 'await holdDoubtfulNumbers(database, told, operator)',
    replacement: '({ advisors: 0, numbers: told && operator && holdDoubtfulNumbers ? 0 : 1 })',
    noticedBy: restoreChecks.stops,
  },
  texts: {
    file: steps,
    text: "await quarantineTexts(database, { kind: 'operator', name: operator })",
    replacement: 'operator && database && quarantineTexts ? 0 : 1',
    noticedBy: restoreChecks.textsOnce,
  },
  schedules: {
    file: steps,
    text: "await holdOverdueSchedules(database, { kind: 'operator', name: operator })",
    replacement: 'operator && database && holdOverdueSchedules ? 0 : 1',
    noticedBy: restoreChecks.textsOnce,
  },
}

const server = fileURLToPath(new URL('../../packages/server/', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))

/** Runs a copy of the server without the guarantee, inside this clone, so that it finds its node_modules. */
export async function runBreach(name: BreachName, options: RestoreOptions): Promise<RestoreResult> {
  const { file, text, replacement, isUnfenced = false } = breaches[name]
  await mkdir(cache, { recursive: true })
  const copy = await mkdtemp(join(cache, 'restore-breach-'))
  try {
    await cp(server, copy, { recursive: true })
    const path = join(copy, file)
    const parts = (await readFile(path, 'utf8')).split(text)
    if (parts.length !== 2) throw new Error(`${file} contains the guarantee ${parts.length - 1} times`)
    await writeFile(path, parts.join(replacement))
    return await runRestores({ ...options, main: join(copy, 'src/main.ts'), isUnfenced })
  } finally {
    await rm(copy, { recursive: true })
  }
}
