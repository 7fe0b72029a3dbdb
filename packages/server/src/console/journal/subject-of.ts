type Facts = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Whom or what an entry concerns, as far as its facts say. */
export function subjectOf(facts: Facts): string | undefined {
  const after = (facts['after'] ?? {}) as Facts
  const candidates = [
    after['name'],
    facts['name'],
    facts['email'],
    facts['application'],
    facts['number'],
    facts['issuer'],
  ]
  return candidates.map(textOf).find(found => found !== undefined)
}
