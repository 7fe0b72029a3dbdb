import type { Actor as ShownActor } from '@parley/contract'
import type { Actor } from '../journal/index.ts'
import type { Queryable } from '../platform/db/pool.ts'
import { nameApplications } from './applications/name-applications.ts'
import { namePeople } from './person/name-people.ts'

/** The actor as the app shows it. Unnamed actors are the service. */
export async function showActors(
  db: Queryable,
  actors: readonly unknown[],
): Promise<(actor: unknown) => ShownActor> {
  const known = actors.filter(isActor)
  const ids = known.flatMap(actor => (actor.kind === 'application' ? [actor.applicationId] : []))
  const personIds = known.flatMap(actor => ('personId' in actor ? [actor.personId] : []))
  const names = { applications: await nameApplications(db, ids), people: await namePeople(db, personIds) }
  return actor => (isActor(actor) ? shown(actor, names) : { kind: 'system' })
}

const isActor = (actor: unknown): actor is Actor =>
  typeof actor === 'object' && actor !== null && 'kind' in actor

interface Names {
  readonly applications: ReadonlyMap<number, string>
  readonly people: ReadonlyMap<number, string>
}

function shown(actor: Actor, names: Names): ShownActor {
  switch (actor.kind) {
    case 'advisor':
    case 'recipient':
      return { kind: actor.kind }
    case 'application': {
      const { applicationId } = actor
      const name = names.applications.get(applicationId)
      return { kind: 'application', applicationId, ...(name === undefined ? {} : { name }) }
    }
    case 'assistant':
    case 'person': {
      const { personId } = actor
      const name = names.people.get(personId)
      return { kind: actor.kind, personId, ...(name === undefined ? {} : { name }) }
    }
    case 'operator':
      return { kind: 'operator', ...(actor.name === '' ? {} : { name: actor.name }) }
    case 'system':
      return { kind: 'system', ...(actor.task === '' ? {} : { name: actor.task }) }
  }
}
