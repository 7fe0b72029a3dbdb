import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { listTextingNumbers } from '../people/numbers/list-texting-numbers.ts'
import { type ListedSession, listSessions } from '../sessions/list-sessions.ts'
import { type FirmPersonRow, firmPeople } from './queries.ts'

interface ShownPerson extends FirmPersonRow {
  /** Active texting numbers of the advisor that the person is. */
  readonly numbers: readonly string[]
  readonly sessions: readonly ListedSession[]
}

const unfiltered = [undefined, undefined, undefined, undefined, undefined, undefined] as const

/** One person of the firm. Somebody of another firm does not exist here. */
export async function showFirmPerson(
  database: Database,
  firmId: number,
  personId: number,
): Promise<ShownPerson> {
  const [person] = await firmPeople(database, [firmId, personId, ...unfiltered, 1])
  if (!person) throw new Problem('not_found', 'There is no such person in your firm.')
  const [numbers, sessions] = await Promise.all([
    person.identifier === null ? [] : listTextingNumbers(database, { advisorId: personId }),
    listSessions(database, { personId, appSessionId: null, authorizationSession: undefined }),
  ])
  const active = numbers.filter(each => each.active).map(({ number }) => number)
  return { ...person, numbers: active, sessions }
}
