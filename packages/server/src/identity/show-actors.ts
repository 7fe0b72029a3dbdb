import type { Actor as ShownActor } from '@parley/contract'
import type { Actor, Scheduler } from '../journal/index.ts'
import type { Queryable } from '../platform/db/pool.ts'
import { nameApplications } from './applications/name-applications.ts'
import { advisorById } from './people/queries.ts'
import { namePeople } from './person/name-people.ts'

/**
 * The actor of an entry in the account, or of entries of a firm, as the app shows it. Unnamed actors are the service. An advisor is named if the account was
 * handed over since.
 */
export async function showActors(
  db: Queryable,
  advisorId: number | undefined,
  actors: readonly unknown[],
): Promise<(actor: unknown) => ShownActor> {
  const [account] = advisorId === undefined ? [] : await advisorById(db, [advisorId])
  const name = (actor: Actor): Actor => (account ? nameAdvisor(actor, account) : actor)
  const known = actors
    .filter(isActor)
    .flatMap(actor => [actor, schedulerOf(actor) ?? actor])
    .map(name)
  const ids = known.flatMap(actor => (actor.kind === 'application' ? [actor.applicationId] : []))
  const personIds = known.flatMap(actor => ('personId' in actor ? [actor.personId ?? 0] : []))
  const names = { applications: await nameApplications(db, ids), people: await namePeople(db, personIds) }
  return actor => {
    if (!isActor(actor)) return { kind: 'system' }
    const scheduler = schedulerOf(actor)
    return {
      ...shown(name(actor), names),
      ...(scheduler && { scheduledBy: shown(name(scheduler), names) }),
    }
  }
}

const schedulerOf = (actor: Actor): Scheduler | undefined =>
  actor.kind === 'system' ? actor.scheduledBy : undefined

/** Entries by who holds the account now need no name. Without a person, the entry is by the one with the id of the account. */
function nameAdvisor(actor: Actor, account: { readonly id: number; readonly holderId: number }): Actor {
  if (actor.kind !== 'advisor') return actor
  const { personId = account.id } = actor
  return personId === account.holderId ? { kind: 'advisor' } : { kind: 'advisor', personId }
}

const isActor = (actor: unknown): actor is Actor =>
  typeof actor === 'object' && actor !== null && 'kind' in actor

interface Names {
  readonly applications: ReadonlyMap<number, string>
  readonly people: ReadonlyMap<number, string>
}

function shown(actor: Actor, names: Names): ShownActor {
  switch (actor.kind) {
    case 'recipient':
      return { kind: actor.kind }
    case 'application': {
      const { applicationId } = actor
      const name = names.applications.get(applicationId)
      return { kind: 'application', applicationId, ...(name === undefined ? {} : { name }) }
    }
    case 'advisor':
    case 'assistant':
    case 'person': {
      const { personId } = actor
      if (personId === undefined) return { kind: actor.kind }
      const name = names.people.get(personId)
      return { kind: actor.kind, personId, ...(name === undefined ? {} : { name }) }
    }
    case 'operator':
      return { kind: 'operator', ...(actor.name === '' ? {} : { name: actor.name }) }
    case 'system':
      return { kind: 'system', ...(actor.task === '' ? {} : { name: actor.task }) }
  }
}
