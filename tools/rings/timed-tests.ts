import { readFileSync } from 'node:fs'

/** Test files that may run a second time on any machine, from `.ci/timed-tests`. */
export const timedTests: readonly string[] = readFileSync(
  new URL('../../.ci/timed-tests', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
