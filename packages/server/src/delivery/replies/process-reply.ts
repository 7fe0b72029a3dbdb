import type { InboundText } from '../../carriers/index.ts'
import {
  findTextingAccounts,
  guidanceText,
  type LockedMember,
  nextMessageId,
  noteReply,
  type Reply,
  recordConsent,
  renderText,
} from '../../consent/index.ts'
import * as journal from '../../journal/index.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { noteReceived, writeTexts } from '../../texting/index.ts'
import { isCarrierOfNumber } from '../carriers/queries.ts'
import { textsInFlight } from '../outbox/queries.ts'
import { type AutomaticText, decideReply, type ReplyDecision } from './decide-reply.ts'
import { permitAnswer } from './permit-answer.ts'
import { insertReceivedMessage } from './queries.ts'

/** Maximum age of a STOP confirmation; later it must not be sent at all. */
const confirmationMs = 5 * 60_000
const answerMs = 60 * 60_000

interface HeardReply {
  readonly member: LockedMember
  readonly carrier: string
  readonly text: InboundText
  readonly reply: Reply
  /** Journal details about how it arrived. */
  readonly details?: JsonObject
}

/** Processes a new reply under its member's lock: the message, its effect on consent and any automatic text. */
export async function processReply(
  tx: Tx,
  { member, carrier, text, reply, details = {} }: HeardReply,
): Promise<{ readonly isForeign: boolean }> {
  const { advisorId, memberId } = member
  const isForeign = await isFromElsewhere(tx, carrier, text, reply)
  const decision = decideReply({ ...member, isForeign }, reply, text.sentAt)
  const author: journal.Author = { advisorId, actor: { kind: 'recipient', memberId }, traceId: null }
  // If the carrier has already answered, we do not: there is one confirmation and one help text.
  const due = decision.answer && !hasStoredResponse(text, decision.answer) ? decision.answer : undefined
  const isPermitted = due !== undefined && (await permitAnswer(tx, member, due, text.sentAt))
  const heldBack = isPermitted ? undefined : due
  const heard = {
    author,
    member,
    carrier,
    text,
    reply,
    decision,
    details: { ...details, ...(heldBack && { answerHeldBack: heldBack }) },
  }
  await writeMessage(tx, heard)
  await applyConsent(tx, heard)
  if (isPermitted) await answer(tx, member, text, decision)
  return { isForeign }
}

/** Only checked for words that open the gate: the others count from any carrier. */
async function isFromElsewhere(
  tx: Tx,
  carrier: string,
  { to }: InboundText,
  { kind }: Reply,
): Promise<boolean> {
  if (kind !== 'yes' && kind !== 'start') return false
  const [found] = await isCarrierOfNumber(tx, [carrier, to])
  return !found?.isIts
}

const hasStoredResponse = ({ handled }: InboundText, kind: AutomaticText): boolean =>
  (handled === 'stop' && kind === 'stop_confirmation') ||
  (handled === 'start' && kind === 'opt_in_confirmation') ||
  (handled === 'help' && kind === 'help')

interface Heard {
  readonly author: journal.Author
  readonly member: LockedMember
  readonly carrier: string
  readonly text: InboundText
  readonly reply: Reply
  readonly decision: ReplyDecision
  readonly details: JsonObject
}

async function writeMessage(
  tx: Tx,
  { author, member, carrier, text, reply, decision, details }: Heard,
): Promise<void> {
  const { advisorId, memberId, messageId, consentVersion, at } = member
  await insertReceivedMessage(tx, [
    advisorId,
    messageId,
    memberId,
    text.to,
    text.from,
    text.text,
    consentVersion,
    at,
  ])
  await noteReceived(tx, [advisorId, memberId, messageId])
  await journal.append(tx, [
    journal.entryBy(author, at, {
      kind: 'message.received',
      subject: { kind: 'message', id: messageId },
      facts: {
        memberId,
        from: text.from,
        to: text.to,
        text: text.text,
        carrier,
        carrierMessageId: text.carrierMessageId,
        sentAt: text.sentAt.toISOString(),
        classifyInbound: { ...reply },
        ...(decision.ignored && { ignored: decision.ignored }),
        ...(text.handled && { handledByCarrier: text.handled }),
        ...details,
      },
    }),
  ])
}

async function applyConsent(
  tx: Tx,
  { author, member, carrier, text, reply, decision }: Heard,
): Promise<void> {
  const { advisorId, memberId, messageId } = member
  const { transition, answer: automatic } = decision
  if (transition) {
    // Texts the carrier may be receiving right now cannot be recalled; they are recorded.
    const inFlight = transition.event === 'revoked' ? await textsInFlight(tx, [advisorId, memberId]) : []
    await recordConsent(tx, [
      {
        author,
        member,
        transition,
        evidence: {
          messageId,
          reply: text.text,
          classifyInbound: { ...reply },
          carrier,
          carrierMessageId: text.carrierMessageId,
          sentAt: text.sentAt.toISOString(),
          ...(text.handled && { handledByCarrier: text.handled }),
          ...(inFlight.length > 0 && { inFlight: inFlight.map(each => each.messageId) }),
        },
      },
    ])
  }
  // A START from a foreign carrier is not stored either: it would outdate a STOP still in transit.
  const isHeard = decision.ignored !== 'from another carrier'
  const isWord = isHeard && (reply.kind === 'stop' || reply.kind === 'start')
  if (isWord || automatic === 'guidance') {
    await noteReply(tx, [
      advisorId,
      memberId,
      reply.kind === 'stop' ? text.sentAt : null,
      reply.kind === 'start' ? text.sentAt : null,
      automatic === 'guidance',
    ])
  }
}

const words: Record<AutomaticText, string> = {
  stop_confirmation: 'STOP',
  opt_in_confirmation: 'an opt-in',
  help: 'help',
  guidance: 'guidance',
}

/** Sends one text back from the number that was written to. A STOP confirmation may pass the gate it confirms. */
async function answer(
  tx: Tx,
  member: LockedMember,
  text: InboundText,
  { answer: kind, transition }: ReplyDecision,
): Promise<void> {
  const { advisorId } = member
  const account = (await findTextingAccounts(tx, [advisorId])).get(advisorId)
  const [next] = await nextMessageId(tx, [])
  if (!kind || !account || !next) throw new Error('automatic text without kind, account or message id')
  const templates: Record<AutomaticText, string> = {
    stop_confirmation: account.stopConfirmationText,
    opt_in_confirmation: account.optInConfirmationText,
    help: account.helpText,
    guidance: guidanceText,
  }
  writeTexts(tx, [
    {
      author: { advisorId, actor: { kind: 'system', task: 'answer to a reply' }, traceId: null },
      member: {
        ...member,
        messageId: next.messageId,
        consentVersion: member.consentVersion + (transition ? 1 : 0),
      },
      kind,
      number: text.to,
      text: renderText(templates[kind], { advisor: account.advisorName, firm: account.firmName }),
      policy: {
        rule: `answer to ${words[kind]}`,
        version: account.policyVersion,
      },
      // A STOP that follows at once must win over the confirmation of the YES.
      passesGate: kind === 'stop_confirmation' || kind === 'help',
      // Counted from when the reply was written, in case it was delayed.
      expiresAt: new Date(
        Math.min(member.at.getTime(), text.sentAt.getTime()) +
          (kind === 'stop_confirmation' ? confirmationMs : answerMs),
      ),
    },
  ])
}
