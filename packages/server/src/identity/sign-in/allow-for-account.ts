import { inTransaction } from '../../platform/db/in-transaction.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { revokeGrant } from '../applications/revoke-grant.ts'
import { allowApplication } from '../authorization/allow-application.ts'
import { continueInAccount, continueInteraction, sessionByUid } from '../authorization/queries.ts'
import { hashArtifactId } from '../hash-artifact-id.ts'
import { holderByIdentifier } from '../person/queries.ts'
import type { ConsentingAdvisor } from './consenting-advisor.ts'
import type { Interaction } from './open-interaction.ts'
import type { SignIn } from './parts.ts'
import { requestOf } from './request-of.ts'

interface Choice {
  readonly interaction: Interaction
  /** The sign-in that it depends on. */
  readonly session: { readonly uid: string; readonly accountId?: string | undefined }
  readonly advisor: ConsentingAdvisor
  /** Identifier of the account. */
  readonly account: string
}

/**
 * Allows the application for one of the accounts that the advisor holds. Returns the id of the grant, or undefined if the sign-in is too
 * old for that account, or has ended.
 */
export async function allowForAccount(
  { authorization, database }: SignIn,
  { interaction, session, advisor, account }: Choice,
): Promise<string | undefined> {
  if (!advisor.accounts.some(({ identifier }) => identifier === account)) {
    throw new Problem('forbidden', 'You do not hold this account any more. Go back and try again.')
  }
  if (account !== session.accountId) {
    const moved = await inTransaction(database, async tx => {
      const [continued] = await continueInAccount(tx, [session.uid, account])
      if (continued) await continueInteraction(tx, [hashArtifactId(interaction.uid), account])
      return continued !== undefined
    })
    if (!moved) return undefined
  }
  const grantId = await allowApplication(authorization, {
    identifier: account,
    ...requestOf(interaction),
  })
  // The account may have been handed over since it was read, or the sign-in ended, as when the firm allows only its own. No code was
  // issued yet.
  const [holder] = await holderByIdentifier(database, [account])
  const [signedIn] = await sessionByUid(database, [session.uid])
  if (holder?.id === advisor.person.id && signedIn) return grantId
  await revokeGrant(database, grantId)
  if (holder?.id === advisor.person.id) return undefined
  throw new Problem('forbidden', 'The account was handed over just now.')
}
