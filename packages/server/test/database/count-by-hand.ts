// The figures of the overview, counted once more in the plainest way: entry by entry, in the order of the log.
import type { OverviewFigure } from '@parley/contract'
import type { Database } from '../../src/platform/db/pool.ts'

interface LoggedEntry {
  readonly entryId: number
  readonly advisorId: number
  readonly at: Date
  readonly kind: string
  readonly subjectId: number
  readonly entry: {
    readonly actor: { readonly kind: string }
    readonly facts: {
      readonly memberId?: number
      readonly kind?: string
      readonly before?: string
      readonly classifyInbound?: { readonly kind: string }
    }
  }
}

/** One entry that a figure counts. */
interface Counted {
  readonly figure: OverviewFigure
  readonly entryId: number
  readonly advisorId: number
  readonly day: string
  readonly waitedMs?: number
}

const figureOfKind: Readonly<Record<string, OverviewFigure>> = {
  'message.accepted': 'texts',
  'message.delivered': 'delivered',
  'message.failed': 'failures',
  'message.undelivered': 'failures',
  'message.received': 'replies',
  'consent.accepted': 'consentsGiven',
  'consent.revoked': 'optOuts',
}

export async function countByHand(database: Database): Promise<Counted[]> {
  const { rows } = await database.query<LoggedEntry>(
    `select journal_entry.id as "entryId", advisor_id as "advisorId", journal_entry.occurred_at as at, kind,
       subject_id as "subjectId", entry
     from log_entry join journal_entry on advisor_id = owner_id and journal_entry.id = entry_id
     where owner_id > 0 order by log_index`,
  )
  const waiting = new Map<string, Date>()
  return rows.flatMap(row => {
    const { entryId, advisorId, at, kind, subjectId } = row
    const { actor, facts } = row.entry
    const counted = { entryId, advisorId, day: at.toISOString().slice(0, 10) }
    const member = `${advisorId} ${kind.startsWith('consent.') ? subjectId : facts.memberId}`
    const found: Counted[] = []
    const figure = figureOfKind[kind]
    if (figure) found.push({ ...counted, figure })
    if (kind === 'consent.requested' && facts.before === 'none')
      found.push({ ...counted, figure: 'consentsAsked' })
    if (kind === 'consent.revoked') waiting.delete(member)
    if (kind === 'message.received' && facts.classifyInbound?.kind === 'other') {
      const since = waiting.get(member)
      if (!since) waiting.set(member, at)
    }
    const isWritten = facts.kind === 'text' && ['advisor', 'assistant', 'application'].includes(actor.kind)
    if (kind === 'message.accepted' && isWritten) {
      const since = waiting.get(member)
      waiting.delete(member)
      if (since)
        found.push({ ...counted, figure: 'answers', waitedMs: Math.max(0, at.getTime() - since.getTime()) })
    }
    return found
  })
}
