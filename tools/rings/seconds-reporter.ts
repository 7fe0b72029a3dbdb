import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'

export const secondsFile: string = fileURLToPath(new URL('../../.cache/test-seconds.json', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Adds what each file took, with its imports and hooks, which Vitest's JSON leaves out: an installation starts in a hook. */
export default class SecondsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = existsSync(secondsFile) ? (JSON.parse(readFileSync(secondsFile, 'utf8')) as object) : {}
    const took = modules.map(module => {
      const { collectDuration, duration } = module.diagnostic()
      return [
        module.moduleId.slice(root.length),
        Math.round((collectDuration + duration) / 100) / 10,
      ] as const
    })
    const all = Object.entries({ ...seconds, ...Object.fromEntries(took) })
    mkdirSync(dirname(secondsFile), { recursive: true })
    const sorted = Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b)))
    writeFileSync(secondsFile, `${JSON.stringify(sorted, null, 2)}\n`)
  }
}
