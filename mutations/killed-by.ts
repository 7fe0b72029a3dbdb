import { longRuns } from '../tools/rings/long-runs.ts'
import { testFilesOf } from '../tools/rings/run-long.ts'
import type { Mutation } from './mutation.ts'

/** Guarantees whose only test is not in ring 1, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  'the request on which Redis fails is counted':
    'It needs Redis, which is optional; ring 1 needs PostgreSQL and Chromium only.',
  'a process changes to the next database password':
    'It replaces the password of a PostgreSQL of its own while processes run, which needs the whole machine.',
}

const later = new Set(longRuns.flatMap(testFilesOf))

/** The tests of a mutation that ring 1 runs. */
export const testsInRing1 = ({ tests }: Mutation): string[] => tests.filter(test => !later.has(test))

/** The first ring whose tests notice the mutation. */
export const ringOf = (mutation: Mutation): 1 | 2 => (testsInRing1(mutation).length > 0 ? 1 : 2)
