import { readFileSync } from 'node:fs'

/** From here on a test needs a row in `.ci/slow-tests.json`: its file and name, and the reason why it takes so long. */
const slowSeconds = 5
/** What a test without a row may take in a gate, because a shared machine can be several times slower for minutes. */
const toleratedSeconds = 3 * slowSeconds

export interface TimedTest {
  /** `file > name`. */
  readonly name: string
  readonly seconds: number
}

export const slowTests = JSON.parse(
  readFileSync(new URL('../../.ci/slow-tests.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>

/** Tests that are slow without a reason. A row ending in * is for all tests whose names begin so. */
export function unlistedSlowTests(
  tests: readonly TimedTest[],
  reasons: Readonly<Record<string, string>> = slowTests,
): TimedTest[] {
  const prefixes = Object.keys(reasons).filter(name => name.endsWith('*'))
  const isListed = (name: string): boolean =>
    Object.hasOwn(reasons, name) || prefixes.some(prefix => name.startsWith(prefix.slice(0, -1)))
  return tests.filter(({ name, seconds }) => seconds > toleratedSeconds && !isListed(name))
}
