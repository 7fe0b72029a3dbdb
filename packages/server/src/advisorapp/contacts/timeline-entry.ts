import { type Actor, importFields, type TimelineEntry } from '@parley/contract'
import type { SubjectRow } from '../../journal/index.ts'

type Facts = Readonly<Record<string, unknown>>

const fieldsIn = (facts: Facts, key: string): Facts => (facts[key] ?? {}) as Facts
const idsIn = (facts: Facts, key: string): readonly number[] => (facts[key] ?? []) as readonly number[]

/** Groups named in an entry. */
export const groupIdsIn = ({ facts }: SubjectRow): number[] => [
  ...idsIn(facts, 'joined'),
  ...idsIn(facts, 'left'),
]

/** A journal entry about a contact, as its timeline shows it. */
export function shownTimelineEntry(
  { entryId, at, kind, facts }: SubjectRow,
  by: Actor,
  groupNames: ReadonlyMap<number, string>,
): TimelineEntry {
  const before = fieldsIn(facts, 'before')
  const after = kind === 'contact.created' ? fieldsIn(facts, 'fields') : fieldsIn(facts, 'after')
  const names = importFields.filter(name => name in before || name in after)
  const groups = (key: string): TimelineEntry['joined'] =>
    idsIn(facts, key).map(groupId => {
      const name = groupNames.get(groupId)
      return { groupId, ...(name === undefined ? {} : { name }) }
    })
  return {
    entryId,
    kind: kind.slice('contact.'.length) as TimelineEntry['kind'],
    dateTime: at.toISOString(),
    by,
    changes: names.map(field => ({
      field,
      ...textOf('before', before[field]),
      ...textOf('after', after[field]),
    })),
    joined: groups('joined'),
    left: groups('left'),
  }
}

/** Unknown values are omitted; a number, such as a gender, is shown as digits. */
const textOf = (key: 'before' | 'after', value: unknown): { before?: string; after?: string } =>
  typeof value === 'string' || typeof value === 'number' ? { [key]: String(value) } : {}
