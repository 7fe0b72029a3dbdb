import { randomBytes } from 'node:crypto'
import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { outgoingAddressMistake } from '../../../platform/outgoing/outgoing-address.ts'
import { lockFirm } from '../../people/queries.ts'
import { refuseMistakes } from '../../people/refuse-mistakes.ts'
import { seal } from '../../secret-key/seal.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { endSessions } from '../../sessions/end-sessions.ts'
import { peopleOfFirm } from '../../sessions/queries.ts'
import { domainMistake } from './domain-proof.ts'
import { deleteSubjectsOfFirm, insertDomains, signInToChange, upsertSignIn } from './queries.ts'
import { type FirmSignIn, showFirmSignIn } from './show-firm-sign-in.ts'

interface SignInSettings {
  readonly firmId: number
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** In addition to those that are there. */
  readonly domains: readonly string[]
  /** People of the firm can sign in by the provider only. */
  readonly isOnly: boolean
}

/**
 * Sets or replaces the identity provider of a firm. Another issuer means other subjects, so links end with it. Everybody signs in again when
 * the provider becomes the only way.
 */
export async function setFirmSignIn(
  database: Database,
  { environment, secretKeys }: { readonly environment: Environment; readonly secretKeys: SecretKeys },
  { firmId, issuer, clientId, clientSecret, isOnly, ...settings }: SignInSettings,
  by: journal.Actor = journal.setup,
): Promise<FirmSignIn> {
  const domains = settings.domains.map(domain => domain.toLowerCase())
  const mistake = outgoingAddressMistake(issuer, { isSandbox: environment === 'sandbox' })
  refuseMistakes({
    issuer: mistake && `The issuer ${mistake}.`,
    clientId: /^[\x21-\x7e]{1,200}$/.test(clientId)
      ? undefined
      : 'The client id must have 1 to 200 characters.',
    clientSecret:
      clientSecret.length > 0 && clientSecret.length <= 1_000
        ? undefined
        : 'The client secret must have 1 to 1000 characters.',
    domains: domains.map(domainMistake).find(each => each !== undefined),
  })
  const about = String(firmId)
  const sealed = seal({ clientSecret }, { keys: secretKeys, purpose: 'firm sign-in', about })
  return inTransaction(database, async tx => {
    // First, as in every change to how people sign in. Sign-ins wait for it, also of people who are added to the firm meanwhile.
    await lockFirm(tx, [firmId])
    const [before] = await signInToChange(tx, [firmId])
    await upsertSignIn(tx, [firmId, issuer, clientId, sealed, isOnly])
    const proofs = domains.map(() => randomBytes(24).toString('base64url'))
    await insertDomains(tx, [firmId, domains, proofs])
    if (before && before.issuer !== issuer) await deleteSubjectsOfFirm(tx, [firmId])
    if (isOnly && before?.isOnly !== true) {
      const people = await peopleOfFirm(tx, [firmId])
      await endSessions(
        tx,
        people.map(({ id }) => id),
      )
    }
    await journal.recordAct(tx, {
      owner: { firmId },
      actor: by,
      kind: 'firm_sign_in.set',
      subject: { kind: 'firm', id: firmId },
      facts: { issuer, clientId, isOnly, domains, formerIssuer: before?.issuer ?? null },
    })
    return showFirmSignIn(tx, firmId)
  })
}
