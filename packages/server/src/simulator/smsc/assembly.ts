interface Place {
  readonly number: number
  readonly count: number
}

type Added<Value> =
  /** Others are missing. */
  | { readonly id: string }
  /** The parts in order, and the ids of the earlier ones. */
  | { readonly values: readonly Value[]; readonly otherIds: readonly string[] }

interface Group<Value> {
  readonly parts: Map<number, { readonly id: string; readonly value: Value }>
  readonly sinceMs: number
}

const keepMs = 5 * 60_000

/** Parts of long texts until the last has arrived. A repeated part counts once. */
export function createAssembly<Value>() {
  const groups = new Map<string, Group<Value>>()

  return {
    add(name: string, { number, count }: Place, value: Value, newId: () => string): Added<Value> {
      forgetOld()
      const group = groups.get(name) ?? { parts: new Map(), sinceMs: performance.now() }
      groups.set(name, group)
      const id = group.parts.get(number)?.id ?? newId()
      group.parts.set(number, { id, value })
      if (group.parts.size < count) return { id }
      groups.delete(name)
      const inOrder = [...group.parts].toSorted(([one], [other]) => one - other)
      const otherIds = inOrder.filter(([place]) => place !== number).map(([, part]) => part.id)
      return { values: inOrder.map(([, part]) => part.value), otherIds }
    },
  }

  function forgetOld(): void {
    const limitMs = performance.now() - keepMs
    for (const [name, { sinceMs }] of groups) {
      if (sinceMs > limitMs) return
      groups.delete(name)
    }
  }
}
