import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { mayEnter } from '../people/may-enter.ts'
import { type AdvisorRow, advisorByIdentifier } from '../people/queries.ts'
import type { Interaction } from './open-interaction.ts'

/** The signed-in advisor who is asked to allow something. */
export async function consentingAdvisor(
  database: Database,
  { session }: Pick<Interaction, 'session'>,
): Promise<AdvisorRow> {
  const [advisor] = await advisorByIdentifier(database, [session?.accountId ?? ''])
  if (advisor && mayEnter(advisor)) return advisor
  throw new Problem('forbidden', 'Your account is no longer active. Ask your firm’s administrator.')
}
