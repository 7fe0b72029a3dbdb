import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'
import { countWaitingEvents } from './count-waiting-events.ts'
import { noticeText } from './notice-text.ts'
import { dueNotices, lockDueNotice, noteNotice } from './queries.ts'

interface NoticeParts {
  readonly database: Database
  readonly publicOrigin: string
  readonly warn: (fields: object, message: string) => void
  readonly now?: () => number
}

const noticesAtOnce = 100
/** Older news about an outage would mislead. */
const lifeSeconds = 24 * 60 * 60

/**
 * Writes an e-mail for each endpoint that has reached a stage of its outage: mail and stage in one transaction, with the
 * endpoint locked. Each stage is told once, whichever worker looks and wherever one dies. After a gap only the last one is told.
 */
export async function writeDueNotices({
  database,
  publicOrigin,
  warn,
  now = Date.now,
}: NoticeParts): Promise<void> {
  const at = new Date(now())
  for (const { applicationId, endpointId, ...due } of await dueNotices(database, [at, noticesAtOnce])) {
    try {
      const waitingEvents = await countWaitingEvents(database, { applicationId, ...due })
      await inTransaction(database, async tx => {
        const [notice] = await lockDueNotice(tx, [at, applicationId, endpointId])
        if (!notice) return
        await enqueueMail(tx, {
          ...noticeText(notice, { waitingEvents, publicOrigin }),
          recipient: notice.noticeEmail,
          lifeSeconds,
          now: at,
        })
        await noteNotice(tx, [applicationId, endpointId, notice.stage, at])
      })
    } catch (error) {
      // The notices of others do not wait for this one.
      warn({ err: error, applicationId, endpointId }, 'could not write a notice of a failing endpoint')
    }
  }
}
