import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { deleteLinksOf } from '../sessions/queries.ts'
import { type AdvisorRow, advisorById, holdWaitingTexts, updateAdvisor } from './queries.ts'

/** What a change of an advisor writes, after its values were checked. */
interface AdvisorValues {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly timeZone?: string | undefined
  readonly passwordHash?: string | undefined
  readonly active?: boolean | undefined
}

export interface ChangedBy {
  readonly actor: journal.Actor
  readonly traceId?: string | null
  /** In the advisor app: the session that stays when a new password ends all others. */
  readonly sessionId?: number
}

/**
 * A new password signs the advisor out everywhere, and so does disabling: enabling restores no session. Texts that still wait when the
 * advisor is enabled are put on hold, because nobody has looked at them since: they leave when an operator releases them.
 */
export async function applyAdvisorChanges(
  tx: Tx,
  advisorId: number,
  { name, email, timeZone, passwordHash, active }: AdvisorValues,
  { actor, traceId = null, sessionId }: ChangedBy,
): Promise<AdvisorRow> {
  const [before] = await advisorById(tx, [advisorId])
  if (active === true && before?.active === false) await holdTexts(tx, before, { actor, traceId })
  await updateAdvisor(tx, [advisorId, name, email, timeZone, passwordHash, active])
  const [advisor] = await advisorById(tx, [advisorId])
  if (!before || !advisor) {
    throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
  }
  if (passwordHash !== undefined || active === false) await endSessions(tx, [advisorId], sessionId)
  // They were sent to the former address.
  if (email !== undefined) await deleteLinksOf(tx, [[advisorId]])
  await journal.recordAct(tx, {
    owner: { advisorId },
    actor,
    traceId,
    kind: 'advisor.changed',
    subject: { kind: 'advisor', id: advisorId },
    facts: {
      before: shownOf(before),
      after: shownOf(advisor),
      // The journal records that the password changed, never its value.
      hasNewPassword: before.passwordHash !== advisor.passwordHash,
    },
  })
  return advisor
}

/** Before the advisor is enabled, so that no worker finds the texts free in between. */
async function holdTexts(
  tx: Tx,
  { id: advisorId, name }: AdvisorRow,
  { actor, traceId }: Required<Pick<ChangedBy, 'actor' | 'traceId'>>,
): Promise<void> {
  const reason = 'They waited while the advisor was disabled.'
  const [hold] = await holdWaitingTexts(tx, [
    advisorId,
    reason,
    actor.kind === 'operator' ? actor.name : actor.kind,
  ])
  if (!hold) return
  await journal.recordAct(tx, {
    owner: { advisorId },
    actor,
    traceId,
    kind: 'sending.held',
    subject: { kind: 'advisor', id: advisorId },
    facts: { holdId: hold.id, name, reason },
  })
}

const shownOf = ({ name, email, timeZone, active }: AdvisorRow) => ({
  name,
  email,
  timeZone,
  isActive: active,
})
