import { type EventType, eventOfKind, eventTypes, type JournalKind } from '@parley/contract'

/** Kinds of journal entries by the scope that opens their events. */
export interface WantedKinds {
  readonly texting: readonly JournalKind[]
  readonly contacts: readonly JournalKind[]
  /** Shown to the application concerned. */
  readonly access: readonly JournalKind[]
}

const kinds = Object.keys(eventOfKind) as JournalKind[]

/** Kinds of the events that a reader asks for and may see. Undefined: all types, or all scopes of its grants. */
export function wantedKinds(
  types: readonly string[] | undefined,
  scopes: ReadonlySet<string> | undefined,
): WantedKinds {
  const isWanted = (type: EventType): boolean =>
    types === undefined || types.some(each => each === type || each === `${type.split('.')[0]}.*`)
  const openedBy = (scope: (typeof eventTypes)[EventType]['scope']): JournalKind[] =>
    kinds.filter(kind => {
      const type = eventOfKind[kind]
      return type !== null && eventTypes[type].scope === scope && isWanted(type)
    })
  const ifHeld = (scope: 'text.messaging.read' | 'core.contacts.read'): JournalKind[] =>
    scopes === undefined || scopes.has(scope) ? openedBy(scope) : []
  return {
    texting: ifHeld('text.messaging.read'),
    contacts: ifHeld('core.contacts.read'),
    access: openedBy(null),
  }
}

/** The first of these that is neither a type nor a family of types. */
export const unknownType = (types: readonly string[]): string | undefined =>
  types.find(type => !Object.hasOwn(eventTypes, type) && !families.has(type))

const families = new Set(Object.keys(eventTypes).map(type => `${type.split('.')[0]}.*`))
