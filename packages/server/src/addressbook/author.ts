import type { Actor, Entry } from '../journal/index.ts'

/** In whose address book a change is made, by whom, and in which request. */
export interface Author {
  readonly advisorId: number
  readonly actor: Actor
  readonly traceId: string | null
}

type Told = Pick<Entry, 'kind' | 'subject' | 'facts'>

export const entryBy = ({ advisorId, actor, traceId }: Author, at: Date, told: Told): Entry => ({
  advisorId,
  actor,
  traceId,
  at: at.toISOString(),
  ...told,
})
