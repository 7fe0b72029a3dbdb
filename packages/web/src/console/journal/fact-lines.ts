interface FactLine {
  readonly name: string
  readonly value: string
}

const wordsOf = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shownValue(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shownValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Facts of an entry, one line each. Of a change, only what changed. */
export function factLines(facts: Readonly<Record<string, unknown>>): FactLine[] {
  const { before, after, ...rest } = facts
  const changes = isRecord(before) && isRecord(after) ? changesOf(before, after) : []
  const plain = Object.entries(rest).flatMap(([name, value]): FactLine[] =>
    isRecord(value) ? factLines(value) : [{ name: wordsOf(name), value: shownValue(value) }],
  )
  return [...changes, ...plain]
}

const changesOf = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FactLine[] =>
  Object.keys(after).flatMap(name => {
    const [one, other] = [shownValue(before[name]), shownValue(after[name])]
    return one === other ? [] : [{ name: wordsOf(name), value: `${one} → ${other}` }]
  })
