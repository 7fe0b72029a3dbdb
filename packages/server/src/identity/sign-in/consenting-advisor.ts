import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { mayEnter } from '../person/may-enter.ts'
import { type PersonRow, personByIdentifier } from '../person/queries.ts'
import { mayDo } from '../roles/may-do.ts'
import type { Interaction } from './open-interaction.ts'

type ConsentingAdvisor = PersonRow & { readonly identifier: string }

/** The signed-in advisor who is asked to allow something. */
export async function consentingAdvisor(
  database: Database,
  { session }: Pick<Interaction, 'session'>,
): Promise<ConsentingAdvisor> {
  const [advisor] = await personByIdentifier(database, [session?.accountId ?? ''])
  const identifier = advisor?.identifier ?? null
  if (advisor && identifier !== null && mayEnter(advisor) && mayDo(advisor.roles, 'allowApplication')) {
    return { ...advisor, identifier }
  }
  throw new Problem('forbidden', 'Your account is no longer active. Ask your firm’s administrator.')
}
