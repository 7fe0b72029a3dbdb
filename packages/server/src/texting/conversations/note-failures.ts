import type { Tx } from '../../db/pool.ts'
import { noteFailed } from './note-queries.ts'

interface FailedText {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
}

/** Lets the inbox find the conversations in which a text did not arrive. */
export async function noteFailures(tx: Tx, texts: readonly FailedText[]): Promise<void> {
  if (texts.length === 0) return
  await noteFailed(tx, [
    texts.map(({ advisorId }) => advisorId),
    texts.map(({ memberId }) => memberId),
    texts.map(({ messageId }) => messageId),
  ])
}
