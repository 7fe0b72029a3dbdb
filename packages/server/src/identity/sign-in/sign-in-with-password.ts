import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { verifyPassword } from '../people/passwords.ts'
import { type AdvisorRow, advisorByEmail } from '../people/queries.ts'
import { addressBlock } from './address-block.ts'
import { claimAttempt, type Subject } from './claim-attempt.ts'
import { mayEnter } from './may-enter.ts'
import { forgetFailures, lockFailures, uncountFailure } from './queries.ts'
import { patience } from './slow-down.ts'

interface Attempt {
  readonly email: string
  readonly password: string
  /** Network address that it comes from. */
  readonly address: string
}

type Outcome =
  | { readonly outcome: 'welcome'; readonly advisor: AdvisorRow }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }

/** Whoever is refused learns nothing: neither words nor time tell an unknown account from a wrong password. */
export async function signInWithPassword(
  database: Database,
  hashSubject: (text: string) => Buffer,
  { email, password, address }: Attempt,
): Promise<Outcome> {
  const [advisor] = await advisorByEmail(database, [email.trim()])
  const name = advisor ? `advisor ${advisor.id}` : `e-mail ${email.trim().toLowerCase()}`
  const account: Subject = { hash: hashSubject(`account ${name}`), patience: patience.account }
  const network: Subject = {
    hash: hashSubject(`address ${addressBlock(address)}`),
    patience: patience.address,
  }

  const { waitSeconds } = await claimAttempt(database, [account, network])
  if (waitSeconds > 0) return { outcome: 'wait', seconds: waitSeconds }

  const fits = await verifyPassword(password, advisor?.password_hash ?? null)
  if (!fits || !advisor || !mayEnter(advisor)) return { outcome: 'refused' }
  await inTransaction(database, async tx => {
    await lockFailures(tx, [[account.hash, network.hash]])
    await forgetFailures(tx, [account.hash])
    await uncountFailure(tx, [network.hash])
  })
  return { outcome: 'welcome', advisor }
}
