import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import * as journal from '../../journal/index.ts'
import type { Send } from '../sending/send.ts'
import { type SendOutcome, sendMessages } from '../sending/send-messages.ts'
import { claimDue, type DueRow, type EndReason, recordFirings } from './queries.ts'
import { occurrenceAt } from './recurrence.ts'

/** What is later than this is not sent any more: it was meant for another day. */
const lateHours = 24

interface Wanted {
  /** How many at most, in one transaction. */
  readonly limit: number
  /** Schedules to leave alone. */
  readonly except: readonly number[]
}

type Firing = { readonly due: DueRow } & (
  | { readonly outcome: 'accepted'; readonly messageId: number }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'skipped' }
)

/** None of the schedules that were claimed has fired. */
export class FiringFailedError extends Error {
  override readonly name = 'FiringFailedError'
  readonly scheduleIds: readonly number[]

  constructor(scheduleIds: readonly number[], cause: unknown) {
    super('Schedules could not be fired', { cause })
    this.scheduleIds = scheduleIds
  }
}

/**
 * Sends the texts that are due, as any other send, and answers how many there were. That an occurrence has fired, its
 * text, and when the next is due are one transaction: whatever dies, each fires once.
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
  const timely = due.filter(({ isLate }) => !isLate)
  const sent = timely.length === 0 ? [] : await sendMessages(tx, timely.map(sendOf))
  const outcomes = new Map(timely.map((schedule, index) => [schedule, sent[index]?.[0]]))
  return due.map(schedule => firingOf(schedule, outcomes.get(schedule)))
}

const sendOf = (due: DueRow): Send => ({
  author: authorOf(due),
  phones: [due.phone],
  text: due.text,
  schedule: { scheduleId: due.scheduleId, occurrence: due.occurrence, dueAt: due.nextAt.toISOString() },
  isWithdrawn: due.isWithdrawn,
})

const authorOf = ({ advisorId }: DueRow): journal.Author => ({
  advisorId,
  actor: { kind: 'system', task: 'schedule' },
  traceId: null,
})

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
    dues.map(({ advisorId }) => advisorId),
    dues.map(({ scheduleId }) => scheduleId),
    dues.map(({ occurrence }) => occurrence),
    dues.map(({ nextAt }) => nextAt),
    dues.map(({ now }) => now),
    firings.map(({ outcome }) => outcome),
    firings.map(firing => (firing.outcome === 'refused' ? firing.code : null)),
    firings.map(firing => (firing.outcome === 'accepted' ? firing.messageId : null)),
    advanced.map(({ nextAt }) => nextAt),
    advanced.map(({ endReason }) => endReason),
  ])
  if (rows.length !== firings.length) throw new Error('a schedule that was claimed is gone')
  await journal.append(tx, [
    ...firings.flatMap(({ due, outcome }) =>
      outcome === 'skipped' ? [entryOf(due, 'schedule.skipped', { lateHours })] : [],
    ),
    ...advanced.flatMap(({ firing, endReason }) =>
      endReason === 'opted_out' ? [entryOf(firing.due, 'schedule.ended', { reason: endReason })] : [],
    ),
  ])
}

/** A refusal does not end a recurrence, because what was missing may be there the next time; an opt-out does. */
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
