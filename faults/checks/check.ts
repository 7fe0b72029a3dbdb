/** One check: the question, the number of things checked, and the violations. */
export interface Check {
  readonly name: string
  readonly examined: number
  readonly violations: readonly string[]
}

/** Checks each item; a returned message is a violation. */
export function checkEach<Item>(
  name: string,
  items: Iterable<Item>,
  judge: (item: Item) => string | undefined | false,
): Check {
  let examined = 0
  const violations: string[] = []
  for (const item of items) {
    examined += 1
    const violation = judge(item)
    if (violation) violations.push(violation)
  }
  return { name, examined, violations }
}

/** Combines several checks under one name. */
export function join(name: string, checks: readonly Check[]): Check {
  return {
    name,
    examined: checks.reduce((sum, { examined }) => sum + examined, 0),
    violations: checks.flatMap(({ violations }) => violations),
  }
}
