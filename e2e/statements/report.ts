// What the scenarios found out about each statement.
import { statements } from './list/index.ts'
import { matches, show } from './matches.ts'

interface Finding {
  readonly scenario: string
  readonly what: string
  readonly expected: unknown
  readonly seen: unknown
  readonly holds: boolean
  /** First cell of the row in docs/interface-gaps.md that documents and argues an exception. */
  readonly row?: string
}

export interface Verdict {
  readonly number: string
  readonly title: string
  readonly result: 'holds' | 'holds otherwise' | 'fails'
  /** Rows of docs/interface-gaps.md, if it holds otherwise; what was expected and seen, if it fails. */
  readonly notes: readonly string[]
}

/** Asserts for each of these statements (numbers separated by spaces) that what was seen is as expected. */
type Statement = (numbers: string, what: string, seen: unknown, expected: unknown) => void

export interface Assertions {
  readonly statement: Statement
  /** Asserts a documented exception: a row of docs/interface-gaps.md, by its first cell. */
  readonly otherwise: (row: string, numbers: string, what: string, seen: unknown, expected: unknown) => void
}

/** A number in the list that no assertion names. */
export const uncheckedNote = 'no scenario checks it'

export class Report {
  readonly #findings = new Map<string, Finding[]>()
  readonly #broken: string[] = []
  readonly #gaps: string

  /** @param gaps the text of docs/interface-gaps.md */
  constructor(gaps: string) {
    this.#gaps = gaps
  }

  /** Assertions that name their scenario. */
  assertionsOf(scenario: string): Assertions {
    const record = (numbers: string, finding: Omit<Finding, 'scenario' | 'holds'>): void => {
      const holds = matches(finding.seen, finding.expected)
      for (const number of numbers.split(' ')) {
        if (!statements.has(number)) throw new Error(`There is no statement ${number}`)
        const list = this.#findings.get(number) ?? []
        list.push({ ...finding, scenario, holds })
        this.#findings.set(number, list)
      }
    }
    return {
      statement: (numbers, what, seen, expected) => record(numbers, { what, seen, expected }),
      otherwise: (row, numbers, what, seen, expected) => {
        record(numbers, { what, seen, expected, row })
        const isDocumented = this.#gaps.includes(`\n| ${row} |`)
        record(numbers, {
          what: 'docs/interface-gaps.md has the row',
          seen: isDocumented,
          expected: true,
          row,
        })
      },
    }
  }

  /** A scenario that ended early: some of its assertions are missing. */
  addBroken(scenario: string, error: unknown): void {
    this.#broken.push(
      `${scenario}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }

  /** Scenarios that ended early. */
  get broken(): readonly string[] {
    return this.#broken
  }

  get verdicts(): Verdict[] {
    return [...statements].map(([number, title]) => {
      const findings = this.#findings.get(number) ?? []
      const failed = findings.filter(({ holds }) => !holds)
      if (findings.length === 0) return { number, title, result: 'fails', notes: [uncheckedNote] }
      if (failed.length > 0) return { number, title, result: 'fails', notes: failed.map(describe) }
      const rows = new Set(findings.flatMap(({ row }) => row ?? []))
      const notes = [...rows].map(row => `docs/interface-gaps.md: ${row}`)
      return { number, title, result: rows.size > 0 ? 'holds otherwise' : 'holds', notes }
    })
  }
}

const describe = ({ scenario, what, expected, seen }: Finding): string =>
  `${scenario}: ${what}: expected ${show(expected)}, seen ${show(seen)}`
