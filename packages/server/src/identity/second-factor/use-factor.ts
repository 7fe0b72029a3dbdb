import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { type PersonAuthor, recordOfPerson } from '../person/person-author.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'
import { type AttemptSubjects, attemptSubjects } from '../sign-in/attempts/attempt-subjects.ts'
import { claimAttempt } from '../sign-in/attempts/claim-attempt.ts'
import { forgiveAttempt } from '../sign-in/attempts/forgive-attempt.ts'
import { countRecoveryCodes, secondFactorOf, useRecoveryCode, useStep } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { openFactor } from './seal-factor.ts'
import { findStep } from './totp.ts'

interface FactorParts {
  readonly database: Database
  readonly keys: SecretKeys
  readonly hashSubject: (text: string) => readonly Buffer[]
}

interface FactorAttempt {
  readonly answer: { readonly code: string } | { readonly recoveryCode: string }
  /** Network address of the request. */
  readonly address: string
  /** Identifies the browser, if this person has signed in with it before. */
  readonly device: string | undefined
}

type FactorOutcome =
  /** With the time at which the authenticator app was set up: it may be removed before the session starts. */
  | { readonly outcome: 'welcome'; readonly factorAddedAt: Date }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }

/**
 * Whether somebody who knew the password also has the second factor. Attempts are limited as those of passwords, with counts of
 * their own: knowing the password resets none of them.
 */
export async function useFactor(
  { database, keys, hashSubject }: FactorParts,
  author: PersonAuthor,
  { answer, address, device }: FactorAttempt,
): Promise<FactorOutcome> {
  const { personId } = author
  const account = `second factor ${personId}`
  const subjects = attemptSubjects(hashSubject, { account, personId, address, device })
  const { waitSeconds } = await claimAttempt(database, [...subjects.own, ...subjects.shared])
  if (waitSeconds > 0) return { outcome: 'wait', seconds: waitSeconds }
  const factorAddedAt =
    'code' in answer
      ? await takeCode({ database, keys, personId, subjects }, answer.code)
      : await inTransaction(database, async tx => {
          const addedAt = await takeRecoveryCode(tx, author, answer.recoveryCode)
          if (addedAt) await forgiveAttempt(tx, subjects)
          return addedAt
        })
  return factorAddedAt ? { outcome: 'welcome', factorAddedAt } : { outcome: 'refused' }
}

interface CodeParts {
  readonly database: Database
  readonly keys: SecretKeys
  readonly personId: number
  readonly subjects: AttemptSubjects
}

async function takeCode(
  { database, keys, personId, subjects }: CodeParts,
  code: string,
): Promise<Date | undefined> {
  const [factor] = await secondFactorOf(database, [personId])
  if (!factor) return undefined
  const secret = openFactor(factor.encryptedSecret, personId, keys)
  const step = findStep(secret, code.replace(/\s/g, ''), Date.now())
  if (step === undefined) return undefined
  return inTransaction(database, async tx => {
    const [used] = await useStep(tx, [personId, step])
    if (used) await forgiveAttempt(tx, subjects)
    return used && factor.addedAt
  })
}

async function takeRecoveryCode(tx: Tx, author: PersonAuthor, code: string): Promise<Date | undefined> {
  const { personId } = author
  const [used] = await useRecoveryCode(tx, [personId, hashRecoveryCode(personId, code)])
  // Recovery codes are deleted together with the app.
  if (!used?.factorAddedAt) return undefined
  const [count] = await countRecoveryCodes(tx, [personId])
  const facts = { left: count?.left ?? 0 }
  await recordOfPerson(tx, author, { kind: 'second_factor.recovery_code_used', facts })
  return used.factorAddedAt
}
