import type { EntryContent } from '../bundle/entry-line.ts'
import type { Manifest } from '../bundle/manifest.ts'

type Members = Readonly<Record<string, unknown>>

/** What the verifier understands of an entry. */
export interface JournalEntry {
  readonly kind: string
  readonly at: string
  readonly atMs: number
  readonly ownerKind: Manifest['owner']['kind']
  /** Kind and id, such as `advisor 7`. */
  readonly owner: string
  readonly actorKind: string | undefined
  /** Kind and id, such as `message 1025`. */
  readonly subject: string
  /** Parsed on demand: most kinds of entries do not need it. Undefined if withheld. */
  readonly facts: () => Members | undefined
}

/** Undefined if the head is withheld, or is no entry of the journal. */
export function parseJournalEntry(content: EntryContent): JournalEntry | undefined {
  if (content.shown === 'nothing') return undefined
  const head = objectOf(content.shown === 'old' ? content.entry : content.head)
  if (!head) return undefined
  const { kind, at } = head
  if (typeof kind !== 'string' || typeof at !== 'string') return undefined
  const subject = membersOf(head['subject'])
  const id = subject?.['id']
  return {
    kind,
    at,
    atMs: Date.parse(at),
    ownerKind: ownerKindOf(head),
    owner: ownerOf(head),
    actorKind: textOf(membersOf(head['actor']), 'kind'),
    subject: `${textOf(subject, 'kind') ?? 'subject'} ${typeof id === 'number' ? id : 'unknown'}`,
    facts: () => {
      if (content.shown === 'old') return membersOf(head['facts'])
      return content.shown === 'all' ? objectOf(content.facts) : undefined
    },
  }
}

function ownerKindOf(head: Members): JournalEntry['ownerKind'] {
  if (head['advisorId'] !== undefined) return 'advisor'
  return head['firmId'] === undefined ? 'installation' : 'firm'
}

function ownerOf(head: Members): string {
  const kind = ownerKindOf(head)
  const id = kind === 'advisor' ? head['advisorId'] : head['firmId']
  return id === undefined ? kind : `${kind} ${typeof id === 'number' ? id : 'unknown'}`
}

function objectOf(text: string): Members | undefined {
  try {
    return membersOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? (value as Members) : undefined

export function textOf(members: Members | undefined, name: string): string | undefined {
  const value = members?.[name]
  return typeof value === 'string' ? value : undefined
}
