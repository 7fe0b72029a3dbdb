// A short form of `npm run faults:seal`.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the log misses and repeats nothing when sealer and database die, and its checkpoints agree', {
  timeout: 900_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--short']).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
  expect(stdout).toMatch(/\b4 {2}kills of the sealer\n/)
  expect(stdout).toMatch(/\b1 {2}crashes of the database\n/)
  expect(stdout).toMatch(/\b1 {2}failovers\n/)
  expect(stdout).toMatch(/the log has every committed event: 200 examined, 0 violations/)
  expect(
    Number(/(\d+) examined, 0 violations/.exec(stdout.split('every published checkpoint')[1] ?? '')?.[1]),
  ).toBeGreaterThan(2)
})
