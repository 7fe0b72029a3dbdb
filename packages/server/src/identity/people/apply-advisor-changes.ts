import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { deleteLinksOf, endAuthorizationSessionsIn } from '../sessions/queries.ts'
import {
  type AdvisorRow,
  advisorById,
  hasWaitingTextsOnHold,
  holdWaitingTexts,
  lockAccountsOf,
  lockFirmOfAccount,
  updateAdvisor,
} from './queries.ts'

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
 * advisor is enabled are put on hold, because nobody has looked at them since: they leave when an operator or an administrator of the firm releases them.
 */
export async function applyAdvisorChanges(
  tx: Tx,
  advisorId: number,
  { name, email, timeZone, passwordHash, active }: AdvisorValues,
  { actor, traceId = null, sessionId }: ChangedBy,
): Promise<AdvisorRow> {
  // Sessions end in every account of the person. All are locked in order, before one of them changes: docs/decisions/0012-texting.md.
  if (passwordHash !== undefined || active === false) {
    await lockFirmOfAccount(tx, [advisorId])
    await lockAccountsOf(tx, [advisorId])
  }
  const [before] = await advisorById(tx, [advisorId])
  if (active === true && before?.active === false) {
    await holdTexts(tx, before, { actor, traceId, reason: waitingReasons.disabled })
  }
  await updateAdvisor(tx, [advisorId, name, email, timeZone, passwordHash, active])
  const [advisor] = await advisorById(tx, [advisorId])
  if (!before || !advisor) {
    throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
  }
  await endAccess(tx, advisor, { passwordHash, active, email }, sessionId)
  await journal.recordAct(tx, {
    owner: { advisorId },
    alsoOfFirm: actor.kind === 'advisor' ? undefined : before.firmId,
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

/** Sessions and links belong to the person: of an account that was handed over, they go on elsewhere. */
async function endAccess(
  tx: Tx,
  { id, holderId }: AdvisorRow,
  { passwordHash, active, email }: AdvisorValues,
  sessionId: number | undefined,
): Promise<void> {
  if (holderId !== id) {
    if (active === false) await endAuthorizationSessionsIn(tx, [id])
    return
  }
  if (passwordHash !== undefined || active === false) await endSessions(tx, [id], sessionId)
  // They were sent to the former address.
  if (email !== undefined) await deleteLinksOf(tx, [[id]])
}

/** Of holds that await a review of the texts. */
export const waitingReasons = {
  disabled: 'They waited while the advisor was disabled.',
  handedOver: 'They waited when the account was handed over.',
} as const

/** Puts the texts that wait on hold, if there are any, and says whether they are. In the transaction that enables an advisor, so that no worker finds them free in between. */
export async function holdTexts(
  tx: Tx,
  { id: advisorId, firmId, name }: Pick<AdvisorRow, 'id' | 'firmId' | 'name'>,
  {
    actor,
    traceId,
    reason,
  }: Required<Pick<ChangedBy, 'actor' | 'traceId'>> & {
    readonly reason: (typeof waitingReasons)[keyof typeof waitingReasons]
  },
): Promise<boolean> {
  const [hold] = await holdWaitingTexts(tx, [
    advisorId,
    reason,
    actor.kind === 'operator' ? actor.name : actor.kind,
  ])
  if (!hold) {
    const [waiting] = await hasWaitingTextsOnHold(tx, [advisorId])
    return waiting?.isHeld ?? false
  }
  await journal.recordAct(tx, {
    owner: { advisorId },
    alsoOfFirm: actor.kind === 'advisor' ? undefined : firmId,
    actor,
    traceId,
    kind: 'sending.held',
    subject: { kind: 'advisor', id: advisorId },
    facts: { holdId: hold.id, name, reason },
  })
  return true
}

const shownOf = ({ name, email, timeZone, active }: AdvisorRow) => ({
  name,
  email,
  timeZone,
  isActive: active,
})
