import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { addressBlock } from '../../access/address-block.ts'
import { verifyPassword } from '../../people/passwords.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { type PersonRow, personByEmail } from '../../person/queries.ts'
import { claimAttempt, type Subject } from './claim-attempt.ts'
import { forgetFailures, lockFailures, uncountFailure } from './queries.ts'
import { patience } from './slow-down.ts'

interface Attempt {
  readonly email: string
  readonly password: string
  /** Network address of the request. */
  readonly address: string
  /** Identifies the browser, if this person has signed in with it before. */
  readonly deviceFor?: (personId: number) => string | undefined
}

interface Known {
  /** The person of the account, for the log. */
  readonly personId: number | undefined
}

type Outcome =
  | { readonly outcome: 'welcome'; readonly person: PersonRow; readonly personId: number }
  | ({ readonly outcome: 'refused' } & Known)
  | ({ readonly outcome: 'wait'; readonly seconds: number } & Known)

/** A refusal reveals nothing: neither text nor time distinguishes an unknown account from a wrong password. */
export async function signInWithPassword(
  database: Database,
  hashSubject: (text: string) => readonly Buffer[],
  { email, password, address, deviceFor }: Attempt,
): Promise<Outcome> {
  const [person] = await personByEmail(database, [email.trim()])
  const personId = person?.id
  const device = person && deviceFor?.(person.id)
  // Hashed as before there were people, so that counts continue.
  const account = person ? `advisor ${person.id}` : `e-mail ${email.trim().toLowerCase()}`
  const { own, shared } = subjectsOf(hashSubject, {
    account,
    personId: personId ?? null,
    block: addressBlock(address),
    device,
  })

  const { waitSeconds } = await claimAttempt(database, [...own, ...shared])
  if (waitSeconds > 0) return { outcome: 'wait', seconds: waitSeconds, personId }

  const fits = await verifyPassword(password, person?.passwordHash ?? null)
  if (!fits || !person || !mayEnterByThemselves(person)) return { outcome: 'refused', personId }
  await inTransaction(database, async tx => {
    const subjects = [...own, ...shared]
    await lockFailures(tx, [subjects.map(({ hash }) => hash), subjects.map(each => each.personId)])
    for (const { hash } of own) await forgetFailures(tx, [hash])
    for (const { hash } of shared) await uncountFailure(tx, [hash])
  })
  return { outcome: 'welcome', person, personId: person.id }
}

interface Attempted {
  readonly account: string
  readonly personId: number | null
  readonly block: string
  readonly device: string | undefined
}

/**
 * Counters of an attempt: those that a success resets, and those shared with others. Each is kept under every secret key, so that
 * a new key gives nobody a fresh start, and processes with different current keys count together.
 */
function subjectsOf(
  hashSubject: (text: string) => readonly Buffer[],
  { account, personId, block, device }: Attempted,
): { readonly own: readonly Subject[]; readonly shared: readonly Subject[] } {
  const subjects = (text: string, how: Subject['patience'], of: number | null): Subject[] =>
    hashSubject(text).map(hash => ({ hash, patience: how, personId: of }))
  const ofAccount = (text: string, how: Subject['patience']): Subject[] =>
    subjects(`${text} ${account}`, how, personId)
  // A known device uses no counter that others can exhaust, neither the account's nor that of a shared address.
  if (device !== undefined) return { own: ofAccount(`device ${device}`, patience.device), shared: [] }
  return {
    own: ofAccount(`pair ${block}`, patience.pair),
    shared: [
      ...ofAccount('account', patience.account),
      ...subjects(`address ${block}`, patience.address, null),
    ],
  }
}
