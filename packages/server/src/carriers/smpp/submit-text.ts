import { addressOf } from '../../platform/smpp/addresses.ts'
import { bodyOf } from '../../platform/smpp/body-of.ts'
import type { BodyOf } from '../../platform/smpp/codec/pdu.ts'
import { segmentText } from '../../platform/smpp/codec/segments.ts'
import { numberTlv, stringTlv, type Tlv, tags } from '../../platform/smpp/codec/tlv.ts'
import type { Link } from '../../platform/smpp/session/open-link.ts'
import type { OnLate, OutgoingText, Submission } from '../carrier.ts'
import { shortReference } from '../short-reference.ts'
import { plainId } from './message-ids.ts'
import type { WholeSettings } from './settings.ts'
import { verdictOn } from './submission.ts'

const unknown: Submission = { status: 'unknown' }
const unsent: Submission = { status: 'unsent' }
const unwritable: Submission = { status: 'rejected', reason: 'content', permanent: true }

/**
 * Submits a text, one part after the other: each part is sent only after the previous ones are accepted, so that nobody gets
 * the end of a text without its beginning. If a part fails after others were accepted, the whole text is retried with the same
 * reference.
 */
export async function submitText(
  link: Link,
  settings: WholeSettings,
  text: OutgoingText,
  notAfterMs: number,
  onLate: OnLate,
): Promise<Submission> {
  const messages = messagesOf(settings, text)
  if (!messages) return unwritable
  const ids: string[] = []
  for (const message of messages) {
    // The later parts were not sent: one accepted part is not an accepted text.
    const onLateId =
      messages.length === 1
        ? (carrierMessageId: string) => onLate(text.reference, { status: 'accepted', carrierMessageId })
        : undefined
    const answer = await submitMessage(link, settings, message, notAfterMs, ids.length > 0, onLateId)
    if (typeof answer !== 'string') return answer
    ids.push(answer)
  }
  // Some carriers use one id for all parts.
  const [carrierMessageId = '', ...partIds] = new Set(ids)
  return { status: 'accepted', carrierMessageId, ...(partIds.length > 0 && { partIds }) }
}

interface Message {
  readonly body: BodyOf<'submit_sm'>
  readonly tlvs: readonly Tlv[]
}

/** Resolves with the carrier's id, or with the result for the whole text. */
async function submitMessage(
  link: Link,
  { submittedIds, optedOutStatuses }: WholeSettings,
  { body, tlvs }: Message,
  notAfterMs: number,
  hasBegun: boolean,
  onLateId: ((id: string) => void) | undefined,
): Promise<string | Submission> {
  for (;;) {
    const place = await link.enter(notAfterMs, hasBegun)
    if ('refusal' in place) {
      return place.refusal === 'throttled'
        ? { status: 'throttled', retryAfterMs: place.retryAfterMs }
        : unsent
    }
    const { connection } = place
    const answer = await connection.request(
      { command: 'submit_sm', body, tlvs },
      {
        notAfterMs,
        ...(onLateId && {
          onLate: late => {
            if (late.outcome !== 'answered' || late.status !== 0 || !late.messageId) return
            onLateId(plainId(late.messageId, submittedIds))
          },
        }),
      },
    )
    if (answer.outcome === 'unanswered') {
      place.release()
      return unknown
    }
    // The connection was lost before it was written: another may be up.
    if (answer.outcome === 'unsent') {
      place.release()
      continue
    }
    const verdict = verdictOn(answer.status, optedOutStatuses)
    if (verdict.verdict === 'taken') link.heard('taken')
    else if (verdict.verdict === 'throttled') link.heard('throttled')
    else if (verdict.verdict === 'not bound') connection.destroy('the peer says that it is not bound')
    place.release()
    switch (verdict.verdict) {
      case 'taken':
        // Without an id no receipt can match it, and its outcome would stay unknown.
        return answer.messageId ? plainId(answer.messageId, submittedIds) : unknown
      case 'rejected':
        return verdict.submission
      case 'throttled':
      case 'not bound':
        // Requests a place again, which waits as needed or reports that there is none.
        continue
    }
  }
}

function messagesOf(
  settings: WholeSettings,
  { reference, from, to, text }: OutgoingText,
): Message[] | undefined {
  const { longTexts, defaultAlphabet, tellsReference, referenceTag } = settings
  // The same for every attempt, so that a phone that already has some parts recognizes them.
  const short = shortReference(reference)
  const segments = segmentText(text, { longTexts, defaultAlphabet, reference: short })
  if (!segments) return undefined
  const source = addressOf(from)
  const destination = addressOf(to)
  if (![source, destination].every(({ digits }) => /^[\x20-\x7e]{1,20}$/.test(digits))) return undefined
  const common: Tlv[] = []
  // With several parts, it could not say which one a receipt is for.
  if (tellsReference && segments.length === 1) common.push(numberTlv(tags.userMessageReference, short, 2))
  if (referenceTag !== undefined) common.push(stringTlv(referenceTag, reference))
  return segments.map(segment => ({
    body: bodyOf(segment, { source, destination, wantsReceipts: true }),
    tlvs: [...segment.tlvs, ...common],
  }))
}
