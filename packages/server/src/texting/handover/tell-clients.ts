import { type ConsentState, requireTextingAccount } from '../../consent/index.ts'
import type * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { acceptSends } from '../sending/accept-sends.ts'
import { judgeNow } from '../sending/judge-now.ts'
import { lookUpRecipients } from '../sending/resolve-recipients.ts'
import type { Send } from '../sending/send.ts'
import { lockNotice, lockTold, nextClients, recordTold } from './queries.ts'

type Payload = { readonly advisorId: number; readonly handoverId: number }

/** As many as one request of the app may reach. */
const clientsAtOnce = 500
const hourMs = 3_600_000

/**
 * Tells the clients of a book who their advisor is now. Each batch commits with the position that it has reached, so after an
 * interruption at any point the next attempt goes on with those who have not been told, and nobody is told twice.
 */
export const tellClients: Job<Payload> = {
  name: 'tell_clients_of_handover',
  handle: async (handover, { database, signal }) => {
    do signal.throwIfAborted()
    while (await tellBatch(database, handover))
  },
  // Nobody else would tell them.
  giveUp: (handover, tx) => enqueue(tx, tellClients, handover, { runAt: new Date(Date.now() + hourMs) }),
}

/** Returns whether there may be more. */
function tellBatch(database: Database, { advisorId, handoverId }: Payload): Promise<boolean> {
  return inTransaction(database, async tx => {
    await lockTold(tx, [advisorId])
    const [notice] = await lockNotice(tx, [advisorId, handoverId])
    if (!notice || notice.notice === null || notice.finishedAt !== null) return false
    const { toldUpTo, lastMemberId } = notice
    // Handed over again: the name in this text is no longer that of their advisor.
    if (!notice.isLatest) {
      await recordTold(tx, [advisorId, handoverId, toldUpTo, 0, notice.refused, true])
      return false
    }
    const clients = await nextClients(tx, [advisorId, toldUpTo, lastMemberId, clientsAtOnce])
    const account = await requireTextingAccount(tx, advisorId)
    const refused = { ...notice.refused }
    const refuse = (code: string): void => {
      refused[code] = (refused[code] ?? 0) + 1
    }
    // Who may not be texted is counted and left alone: a refusal in every conversation would tell the advisor nothing.
    const phones = clients.flatMap(({ phone, consent }) => {
      const verdict = judgeNow(account, { phone, consent: consent as ConsentState })
      if (verdict.canSend) return [phone]
      refuse(verdict.code)
      return []
    })
    const send: Send = { author: authorOf(advisorId), phones, text: notice.notice }
    const outcomes =
      phones.length === 0 ? undefined : await acceptSends(tx, [send], await lookUpRecipients(tx, [send]))
    // Decided again under the lock of each member: a STOP that came meanwhile wins.
    let told = 0
    for (const outcome of outcomes?.get(send) ?? []) {
      if (outcome.ending === 'accepted') told += 1
      else refuse(outcome.refusal.code)
    }
    const last = clients.at(-1)?.memberId ?? lastMemberId
    const isFinished = clients.length < clientsAtOnce
    await recordTold(tx, [advisorId, handoverId, last, told, refused, isFinished])
    return !isFinished
  })
}

const authorOf = (advisorId: number): journal.Author => ({
  advisorId,
  actor: { kind: 'system', task: 'handover' },
  traceId: null,
})
