import type { Actor, Entry } from './entry.ts'

/** On whose account something happens, by whom, and in which request. */
export interface Author {
  readonly advisorId: number
  readonly actor: Actor
  readonly traceId: string | null
}

interface Asked {
  readonly caller: { readonly advisorId: number; readonly applicationId: number | null }
  readonly traceId: string
}

/** Of what an application asks for, or the advisor in their own app. */
export const authorOf = ({ caller: { advisorId, applicationId }, traceId }: Asked): Author => ({
  advisorId,
  actor: applicationId === null ? { kind: 'advisor' } : { applicationId, kind: 'application' },
  traceId,
})

type Told = Pick<Entry, 'kind' | 'subject' | 'facts'>

/** With its members in the order of the canonical form, which is then written without sorting. */
export const entryBy = (
  { advisorId, actor, traceId }: Author,
  at: Date,
  { facts, kind, subject }: Told,
): Entry => ({
  actor,
  advisorId,
  at: at.toISOString(),
  facts,
  kind,
  subject: { id: subject.id, kind: subject.kind },
  traceId,
})
