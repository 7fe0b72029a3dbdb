import type { Actor, Entry } from './entry.ts'

/** On whose account something happens, by whom, and in which request. */
export interface Author {
  readonly advisorId: number
  readonly actor: Actor
  readonly traceId: string | null
}

interface Asked {
  readonly caller: { readonly advisorId: number; readonly applicationId: number }
  readonly traceId: string
}

/** Of what an application asks for. */
export const authorOf = ({ caller, traceId }: Asked): Author => ({
  advisorId: caller.advisorId,
  actor: { kind: 'application', applicationId: caller.applicationId },
  traceId,
})

type Told = Pick<Entry, 'kind' | 'subject' | 'facts'>

export const entryBy = ({ advisorId, actor, traceId }: Author, at: Date, told: Told): Entry => ({
  advisorId,
  actor,
  traceId,
  at: at.toISOString(),
  ...told,
})
