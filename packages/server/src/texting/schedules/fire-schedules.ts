import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { acceptSends } from '../sending/accept-sends.ts'
import { lookUpRecipients } from '../sending/resolve-recipients.ts'
import type { Send, SendOutcome } from '../sending/send.ts'
import { claimDue, type DueRow, type EndReason, recordFirings } from './queries.ts'
import { occurrenceAt } from './recurrence.ts'

/** Later than this, a text is no longer sent: it was meant for another day. */
const lateHours = 24

interface Wanted {
  /** Maximum number per transaction. */
  readonly limit: number
  /** Schedules to skip. */
  readonly except: readonly number[]
}

type Firing = { readonly due: DueRow } & (
  | { readonly outcome: 'accepted'; readonly messageId: number }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'skipped' }
)

/** Thrown if none of the claimed schedules fired. */
export class FiringFailedError extends Error {
  override readonly name = 'FiringFailedError'
  readonly scheduleIds: readonly number[]

  constructor(scheduleIds: readonly number[], cause: unknown) {
    super('Schedules could not be fired', { cause })
    this.scheduleIds = scheduleIds
  }
}

/**
 * Sends the texts that are due like any other send and returns how many there were. The firing, its text and the next
 * due time commit together, so each occurrence fires exactly once even after a crash.
 */
export async function fireSchedules(database: Database, { limit, except }: Wanted): Promise<number> {
  let claimed: readonly number[] = []
  try {
    return await inTransaction(database, async tx => {
      const due = await claimDue(tx, [lateHours, except, limit])
      claimed = due.map(({ scheduleId }) => scheduleId)
      if (due.length > 0) await record(tx, await fire(tx, due))
      return due.length
    })
  } catch (error) {
    throw new FiringFailedError(claimed, error)
  }
}

async function fire(tx: Tx, due: readonly DueRow[]): Promise<Firing[]> {
  const timely = new Map(due.flatMap(each => (each.isLate ? [] : [[each, sendOf(each)]])))
  const sends = [...timely.values()]
  const outcomes =
    sends.length === 0 ? undefined : await acceptSends(tx, sends, await lookUpRecipients(tx, sends))
  return due.map(each => {
    const send = timely.get(each)
    return firingOf(each, send && outcomes?.get(send)?.[0])
  })
}

const sendOf = (due: DueRow): Send => ({
  author: authorOf(due),
  phones: [due.phone],
  text: due.text,
  schedule: { scheduleId: due.scheduleId, occurrence: due.occurrence, dueAt: due.nextAt.toISOString() },
  scheduledBy: due.applicationId,
  isWithdrawn: due.isWithdrawn,
})

/** The schedule acts, and its actor says who wrote the text and for whom. */
function authorOf(due: DueRow): journal.Author {
  const scheduledBy = writerOf(due)
  const actor = { kind: 'system', ...(scheduledBy && { scheduledBy }), task: 'schedule' } as const
  return { advisorId: due.advisorId, actor, traceId: null }
}

/** The last release changes a schedule and its application without saying who did it. Then it is not known. */
function writerOf({ applicationId, scheduledBy }: DueRow): journal.Scheduler | null {
  const through = scheduledBy?.kind === 'application' ? scheduledBy.applicationId : null
  return through === applicationId ? scheduledBy : null
}

function firingOf(due: DueRow, outcome: SendOutcome | undefined): Firing {
  if (!outcome) return { due, outcome: 'skipped' }
  return outcome.ending === 'accepted'
    ? { due, outcome: 'accepted', messageId: outcome.messageId }
    : { due, outcome: 'refused', code: outcome.refusal.code }
}

async function record(tx: Tx, firings: readonly Firing[]): Promise<void> {
  const advanced = firings.map(firing => ({ firing, ...advance(firing) }))
  const dues = firings.map(({ due }) => due)
  const rows = await recordFirings(tx, [
    ...columns(dues, 'advisorId', 'scheduleId', 'occurrence', 'nextAt', 'now'),
    firings.map(({ outcome }) => outcome),
    firings.map(firing => (firing.outcome === 'refused' ? firing.code : null)),
    firings.map(firing => (firing.outcome === 'accepted' ? firing.messageId : null)),
    advanced.map(({ nextAt }) => nextAt),
    advanced.map(({ endReason }) => endReason),
  ])
  if (rows.length !== firings.length) throw new Error('claimed schedule missing')
  await journal.append(tx, [
    ...firings.flatMap(({ due, outcome }) =>
      outcome === 'skipped' ? [entryOf(due, 'schedule.skipped', { lateHours })] : [],
    ),
    ...advanced.flatMap(({ firing, endReason }) =>
      endReason === 'opted_out' ? [entryOf(firing.due, 'schedule.ended', { reason: endReason })] : [],
    ),
  ])
}

/** A refusal does not end a recurrence, because its cause may be gone next time; an opt-out does. */
function advance(firing: Firing): { nextAt: Date | null; endReason: EndReason | null } {
  if (firing.outcome === 'refused' && firing.code === 'opted_out') {
    return { nextAt: null, endReason: 'opted_out' }
  }
  const { due } = firing
  const nextAt = occurrenceAt(due, due.occurrence + 1 - due.firstOccurrence) ?? null
  return { nextAt, endReason: nextAt === null ? 'fired' : null }
}

const entryOf = (
  due: DueRow,
  kind: 'schedule.skipped' | 'schedule.ended',
  why: Record<string, string | number>,
): journal.Entry =>
  journal.entryBy(authorOf(due), due.now, {
    kind,
    subject: { kind: 'schedule', id: due.scheduleId },
    facts: {
      ...why,
      occurrence: due.occurrence,
      dueAt: due.nextAt.toISOString(),
      frequency: due.frequency,
      memberId: due.memberId,
      to: due.phone,
      text: due.text,
    },
  })
