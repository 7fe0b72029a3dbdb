import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { noteFailed } from './note-queries.ts'

interface FailedText {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
}

/** Marks conversations with a failed text for the inbox. */
export async function noteFailures(tx: Tx, texts: readonly FailedText[]): Promise<void> {
  if (texts.length === 0) return
  await noteFailed(tx, columns(texts, 'advisorId', 'memberId', 'messageId'))
}
