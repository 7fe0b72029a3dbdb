import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { recordOfPerson, signingInAuthorOf } from '../../person/person-author.ts'
import { personByEmail, personById } from '../../person/queries.ts'
import { lockPeople } from '../../sessions/lock-people.ts'
import { attemptSubjects } from '../attempts/attempt-subjects.ts'
import { claimAttempt } from '../attempts/claim-attempt.ts'
import { createLink } from './create-link.ts'
import { resetMail } from './link-mail.ts'

interface ResetRequest {
  readonly email: string
  /** Network address of the request. */
  readonly address: string
  readonly publicOrigin: string
  readonly traceId: string
}

type ResetOutcome = { readonly outcome: 'done' } | { readonly outcome: 'wait'; readonly seconds: number }

/** Longer than the work takes, so that the time does not reveal whether there is such an account. */
const answersAfterMs = 500

/** Sends a link by e-mail if somebody has this address. The answer and its time are the same if nobody has it. */
export async function requestReset(
  database: Database,
  hashSubject: (text: string) => readonly Buffer[],
  request: ResetRequest,
): Promise<ResetOutcome> {
  const [outcome] = await Promise.all([send(database, hashSubject, request), sleep(answersAfterMs)])
  return outcome
}

async function send(
  database: Database,
  hashSubject: (text: string) => readonly Buffer[],
  { email, address, publicOrigin, traceId }: ResetRequest,
): Promise<ResetOutcome> {
  const account = `reset ${email.trim().toLowerCase()}`
  const subjects = attemptSubjects(hashSubject, { account, personId: null, address, device: undefined })
  const { waitSeconds } = await claimAttempt(database, [...subjects.own, ...subjects.shared])
  if (waitSeconds > 0) return { outcome: 'wait', seconds: waitSeconds }
  const [person] = await personByEmail(database, [email.trim()])
  if (person && mayEnterByThemselves(person)) {
    await inTransaction(database, async tx => {
      // The address may have changed since, and its change ends links: none goes to the former one.
      await lockPeople(tx, [person.id])
      const [now] = await personById(tx, [person.id])
      if (now?.email !== person.email || !mayEnterByThemselves(now)) return
      const { url } = await createLink(tx, { personId: person.id, purpose: 'reset', publicOrigin })
      await enqueueMail(tx, resetMail({ recipient: person.email, url }))
      // Nobody knows who asked.
      const author = {
        ...signingInAuthorOf(person, traceId),
        actor: { kind: 'system', task: 'password reset' } as const,
      }
      await recordOfPerson(tx, author, { kind: 'password.reset_requested', facts: {} })
    })
  }
  return { outcome: 'done' }
}
