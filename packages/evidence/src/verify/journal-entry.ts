import type { EntryContent } from '../bundle/entry-line.ts'
import type { Manifest } from '../bundle/manifest.ts'
import { parseCanonicalJson } from './canonical-json.ts'

type Members = Readonly<Record<string, unknown>>

/** What the verifier understands of an entry. */
export interface JournalEntry {
  readonly kind: string
  readonly at: string
  /** NaN if the time is not in the one form that the service writes. */
  readonly atMs: number
  readonly ownerKind: Manifest['owner']['kind']
  /** Kind and id, such as `advisor 7`. */
  readonly owner: string
  readonly actorKind: string | undefined
  /** Kind and id, such as `message 1025`. */
  readonly subject: string
  /** Of a text that it is about. */
  readonly messageId: number | undefined
  /** Parsed on demand, once. Undefined if withheld, or not in their one form. */
  readonly facts: () => Members | undefined
}

/** Undefined if the head is withheld, or is no entry of the journal in its one form. */
export function parseJournalEntry(content: EntryContent): JournalEntry | undefined {
  if (content.shown === 'nothing') return undefined
  const head = membersOf(parseCanonicalJson(content.shown === 'old' ? content.entry : content.head))
  if (!head) return undefined
  const { kind, at } = head
  if (typeof kind !== 'string' || typeof at !== 'string') return undefined
  const subject = membersOf(head['subject'])
  const subjectKind = textOf(subject, 'kind')
  const id = subject?.['id']
  let facts: { readonly members: Members | undefined } | undefined
  return {
    kind,
    at,
    atMs: timeOf(at),
    ownerKind: ownerKindOf(head),
    owner: ownerOf(head),
    actorKind: textOf(membersOf(head['actor']), 'kind'),
    subject: `${subjectKind ?? 'subject'} ${typeof id === 'number' ? id : 'unknown'}`,
    messageId: subjectKind === 'message' && typeof id === 'number' ? id : undefined,
    facts: () => {
      facts ??= { members: factsOf(content, head) }
      return facts.members
    },
  }
}

function factsOf(content: EntryContent, head: Members): Members | undefined {
  if (content.shown === 'old') return membersOf(head['facts'])
  return content.shown === 'all' ? membersOf(parseCanonicalJson(content.facts)) : undefined
}

/** The reason why what is shown of an entry is not what the service writes, if there is one. */
export function formMistake(content: EntryContent, entry: JournalEntry | undefined): string | undefined {
  if (content.shown === 'nothing') return undefined
  const isWhole = entry !== undefined && (content.shown !== 'all' || entry.facts() !== undefined)
  return isWhole
    ? undefined
    : 'The entry does not have the one form in which the service writes its entries (RFC 8785): a member may be there twice, so that readers see different things.'
}

/** `Date.parse` takes times with an offset, without one and with a comment: readers and verifiers would take them for different ones. */
export function timeOf(at: string): number {
  const ms = Date.parse(at)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === at ? ms : Number.NaN
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

export const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined

export function textOf(members: Members | undefined, name: string): string | undefined {
  const value = members?.[name]
  return typeof value === 'string' ? value : undefined
}
