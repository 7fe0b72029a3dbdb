import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('../..', import.meta.url))
const seconds = JSON.parse(readFileSync(`${root}.ci/test-seconds.json`, 'utf8')) as Record<string, number>
/** Of a file that is not in the list yet. */
const unknownSeconds = 5

/** Files in order of what they took in a gate, so that no worker is left with a long one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      seconds[moduleId.slice(root.length)] ?? unknownSeconds
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
