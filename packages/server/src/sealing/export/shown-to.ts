/** How much of an entry is shown. Called once for each entry, in the order of the chain. */
export type Shown = (head: string, facts: string) => 'all' | 'head' | 'nothing'

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

export const showEverything: Shown = () => 'all'

/**
 * Only texts and consent of one phone number: entries that name it, and later ones about the same person or text that do not. This export
 * is shown too, because it says what was asked for. Of earlier exports only that there were some: they name other people.
 */
export function showPhone(phone: string, exportId: number): Shown {
  const people = new Set<number>()
  const messages = new Set<number>()
  return (headText, factsText) => {
    const { kind, subject } = JSON.parse(headText) as Head
    if (kind === 'evidence.exported') return subject.id === exportId ? 'all' : 'head'
    if (!kind.startsWith('message.') && !kind.startsWith('consent.')) return 'nothing'
    const { to, from, phone: named, memberId } = JSON.parse(factsText) as Facts
    const isNamed = [to, from, named].includes(phone)
    const isKnown =
      (typeof memberId === 'number' && people.has(memberId)) ||
      (subject.kind === 'message' && messages.has(subject.id)) ||
      (subject.kind === 'member' && people.has(subject.id))
    if (!isNamed && !isKnown) return 'nothing'
    if (isNamed && typeof memberId === 'number') people.add(memberId)
    if (isNamed && subject.kind === 'member') people.add(subject.id)
    if (isNamed && subject.kind === 'message') messages.add(subject.id)
    return 'all'
  }
}
