/** Whether an entry is shown whole, by its head and facts. Called once for each entry, in the order of the chain. */
export type Shown = (head: string, facts: string) => boolean

interface Head {
  readonly kind: string
  readonly subject: { readonly kind: string; readonly id: number }
}

interface Facts {
  readonly to?: unknown
  readonly from?: unknown
  readonly phone?: unknown
  readonly memberId?: unknown
}

export const showEverything: Shown = () => true

/**
 * Only what concerns one phone number: entries that name it, and later ones about the same person or text that do not. The export
 * itself is shown too, because it says what was asked for.
 */
export function showPhone(phone: string): Shown {
  const people = new Set<number>()
  const messages = new Set<number>()
  return (headText, factsText) => {
    const { kind, subject } = JSON.parse(headText) as Head
    if (kind === 'evidence.exported') return true
    const { to, from, phone: named, memberId } = JSON.parse(factsText) as Facts
    const isNamed = [to, from, named].includes(phone)
    const isKnown =
      (typeof memberId === 'number' && people.has(memberId)) ||
      (subject.kind === 'message' && messages.has(subject.id)) ||
      (subject.kind === 'member' && people.has(subject.id))
    if (!isNamed && !isKnown) return false
    if (isNamed && typeof memberId === 'number') people.add(memberId)
    if (isNamed && subject.kind === 'member') people.add(subject.id)
    if (isNamed && subject.kind === 'message') messages.add(subject.id)
    return true
  }
}
