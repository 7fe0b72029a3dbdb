import type { Actor, Entry } from './entry.ts'

/** Account, actor and request of an action. */
export interface Author {
  readonly advisorId: number
  readonly actor: Actor
  readonly traceId: string | null
  /** Of the request, for what happens after it; absent or null if it is not traced. */
  readonly traceParent?: string | null
}

interface Asked {
  readonly caller: {
    readonly advisorId: number
    readonly applicationId: number | null
    readonly personId?: number
    readonly role?: 'advisor' | 'assistant'
  }
  readonly traceId: string
  readonly traceParent: string | null
}

/** Author of a request by an application, or in the advisor app by the advisor or an assistant. */
export const authorOf = ({ caller, traceId, traceParent }: Asked): Author => ({
  advisorId: caller.advisorId,
  actor: actorOf(caller),
  traceId,
  traceParent,
})

function actorOf({ advisorId, applicationId, personId = advisorId, role }: Asked['caller']): Actor {
  if (applicationId !== null) return { applicationId, kind: 'application' }
  return role === 'assistant'
    ? { forAdvisorId: advisorId, kind: 'assistant', personId }
    : holderActor(advisorId, personId)
}

/** The person who holds an account, as the actor of an entry in it. */
export const holderActor = (advisorId: number, personId: number): Actor =>
  personId === advisorId ? { kind: 'advisor' } : { kind: 'advisor', personId }

type Told = Pick<Entry, 'kind' | 'subject' | 'facts'>

/** Its members are in canonical order, so that it is serialized without sorting. */
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

/** An application by itself, for no advisor. */
export const authorOfApplication = (applicationId: number, traceId: string): Omit<Author, 'advisorId'> => ({
  actor: { applicationId, kind: 'application' },
  traceId,
})
