import * as journal from '../../journal/index.ts'
import { byIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { failTexts } from '../dispatch/fail-texts.ts'
import { lockLanes, newestText } from '../outbox/queries.ts'
import { countClaimed, isSubjectHeld, lockSubject, unclaimedTexts } from './drop-queries.ts'
import { type HoldAct, readReason } from './hold-reason.ts'
import { type HoldSubject, idsOf, ownerOf } from './hold-subject.ts'

const batchTexts = 1_000

export interface Dropped {
  readonly dropped: number
  /** Texts a worker has claimed: they may be sent, or are being looked up at the carrier. */
  readonly claimed: number
}

/**
 * Fails the texts waiting for a disabled or held subject, so that they are not sent when the hold ends. Texts accepted
 * in the meantime wait. Works in many transactions; each checks that the hold is still in force and is journalled
 * separately.
 */
export async function dropTexts(
  database: Database,
  subject: HoldSubject,
  { reason, operator }: HoldAct,
): Promise<Dropped> {
  const act = { reason: readReason(reason), operator }
  const [newest] = await newestText(database, [])
  let dropped = 0
  for (;;) {
    const { found, ended } = await dropBatch(database, subject, { ...act, upToId: newest?.id ?? 0, dropped })
    dropped += ended
    if (found < batchTexts || ended === 0) break
  }
  const [left] = await countClaimed(database, idsOf(subject))
  return { dropped, claimed: left?.texts ?? 0 }
}

interface Batch extends HoldAct {
  readonly upToId: number
  /** Dropped by earlier batches. */
  readonly dropped: number
}

function dropBatch(
  database: Database,
  subject: HoldSubject,
  { reason, operator, upToId, dropped }: Batch,
): Promise<{ found: number; ended: number }> {
  const actor: journal.Actor = { kind: 'operator', name: operator }
  return byIndex(database, async tx => {
    await lockSubject[subject.kind](tx, [subject.id])
    const [state] = await isSubjectHeld(tx, idsOf(subject))
    if (!state?.isHeld) {
      const sentence = `${subject.name} is neither on hold nor disabled.`
      throw new Problem(
        'conflict',
        dropped === 0 ? sentence : `${sentence} Texts ended before that: ${dropped}.`,
      )
    }
    const texts = await unclaimedTexts(tx, [...idsOf(subject), upToId, batchTexts])
    await lockLanes(tx, [texts.map(({ advisorId }) => advisorId), texts.map(({ number }) => number)])
    const ended = await failTexts(
      tx,
      texts.map(text => ({ ...text, consentVersion: null, ending: 'dropped_by_operator' as const })),
      actor,
    )
    // Recorded even if no texts were waiting: the operator decided that none may be sent.
    await journal.recordAct(tx, {
      owner: ownerOf(subject),
      actor,
      kind: 'sending.dropped',
      subject: { kind: subject.kind, id: subject.id },
      facts: { name: subject.name, reason, texts: ended.length },
    })
    return { found: texts.length, ended: ended.length }
  })
}
