import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { mayEnter } from '../person/may-enter.ts'
import { accountsById, holderByIdentifier, type PersonRow } from '../person/queries.ts'
import { mayDo } from '../roles/may-do.ts'
import type { Interaction } from './open-interaction.ts'

export interface ConsentingAdvisor {
  readonly person: PersonRow
  /** Of the account that is asked about. */
  readonly identifier: string
  /** Accounts that the person holds. */
  readonly accounts: readonly { readonly identifier: string; readonly name: string }[]
}

/** The signed-in advisor who is asked to allow something. */
export async function consentingAdvisor(
  database: Database,
  { session }: Pick<Interaction, 'session'>,
): Promise<ConsentingAdvisor> {
  const identifier = session?.accountId ?? ''
  const [person] = await holderByIdentifier(database, [identifier])
  if (person && mayEnter(person) && mayDo(person.roles, 'allowApplication')) {
    const accounts = (await accountsById(database, [person.id])).filter(({ isHeld }) => isHeld)
    return { person, identifier, accounts }
  }
  throw new Problem('forbidden', 'Your account is no longer active. Ask your firm’s administrator.')
}
