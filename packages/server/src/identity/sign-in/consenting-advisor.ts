import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { type AdvisorRow, advisorByIdentifier } from '../people/queries.ts'
import { mayEnter } from './may-enter.ts'
import type { Interaction } from './open-interaction.ts'

/** Who is signed in and asked to allow something. */
export async function consentingAdvisor(
  database: Database,
  { session }: Pick<Interaction, 'session'>,
): Promise<AdvisorRow> {
  const [advisor] = await advisorByIdentifier(database, [session?.accountId ?? ''])
  if (advisor && mayEnter(advisor)) return advisor
  throw new Problem('forbidden', 'Your account is not in use any more. Ask your firm’s administrator.')
}
