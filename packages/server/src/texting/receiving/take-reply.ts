import type { InboundText } from '../../carriers/index.ts'
import type { Tx } from '../../db/pool.ts'
import type { JsonObject } from '../../jobs/job.ts'
import * as journal from '../../journal/index.ts'
import { type LockedMember, nextMessageId, noteReply } from '../consent/queries.ts'
import { recordConsent } from '../consent/record-consent.ts'
import { noteReceived } from '../conversations/note-queries.ts'
import { findTextingAccounts } from '../policy/find-texting-accounts.ts'
import { guidanceText } from '../policy/policy-texts.ts'
import { renderText } from '../policy/render-text.ts'
import type { Reply } from '../replies/classify-reply.ts'
import { acceptTexts } from '../sending/accept-texts.ts'
import { type AutomaticText, decideReply, type ReplyDecision } from './decide-reply.ts'
import { insertReceivedMessage, textsInFlight } from './queries.ts'

/** How long the confirmation of a STOP may be under way; later it must not be sent at all. */
const confirmationMs = 5 * 60_000
const answerMs = 60 * 60_000

interface HeardReply {
  readonly member: LockedMember
  readonly carrier: string
  readonly text: InboundText
  readonly reply: Reply
  /** What the journal is told about the way it came. */
  readonly details?: JsonObject
}

/** A reply that is new, under its member's lock: the message, what it does to consent, what is answered by itself. */
export async function takeReply(
  tx: Tx,
  { member, carrier, text, reply, details = {} }: HeardReply,
): Promise<void> {
  const { advisorId, memberId } = member
  const decision = decideReply(member, reply, text.sentAt)
  const author: journal.Author = { advisorId, actor: { kind: 'recipient', memberId }, traceId: null }
  const heard = { author, member, carrier, text, reply, decision, details }
  await writeMessage(tx, heard)
  await applyConsent(tx, heard)
  // What the carrier has answered is answered: there is one confirmation, and one help.
  if (decision.answer && !isAnswered(text, decision.answer)) await answer(tx, member, text, decision)
}

const isAnswered = ({ handled }: InboundText, kind: AutomaticText): boolean =>
  (handled === 'stop' && kind === 'stop_confirmation') || (handled === 'help' && kind === 'help')

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
        heardAs: { ...reply },
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
    // Those that the carrier may be taking at this moment cannot be called back; they are on record.
    const inFlight = transition.event === 'revoked' ? await textsInFlight(tx, [advisorId, memberId]) : []
    await recordConsent(tx, [
      {
        author,
        member,
        transition,
        evidence: {
          messageId,
          reply: text.text,
          heardAs: { ...reply },
          carrier,
          carrierMessageId: text.carrierMessageId,
          sentAt: text.sentAt.toISOString(),
          ...(text.handled && { handledByCarrier: text.handled }),
          ...(inFlight.length > 0 && { inFlight: inFlight.map(each => each.messageId) }),
        },
      },
    ])
  }
  const isWord = reply.kind === 'stop' || reply.kind === 'start'
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

/** One text back, from the number that was written to. The confirmation of a STOP passes the gate that it confirms. */
async function answer(
  tx: Tx,
  member: LockedMember,
  text: InboundText,
  { answer: kind, transition }: ReplyDecision,
): Promise<void> {
  const { advisorId } = member
  const account = (await findTextingAccounts(tx, [advisorId])).get(advisorId)
  const [next] = await nextMessageId(tx, [])
  if (!kind || !account || !next) throw new Error('an automatic text lacks what it needs')
  const templates: Record<AutomaticText, string> = {
    stop_confirmation: account.stopConfirmationText,
    help: account.helpText,
    guidance: guidanceText,
  }
  acceptTexts(tx, [
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
        rule: `answer to ${kind === 'stop_confirmation' ? 'STOP' : kind}`,
        version: account.policyVersion,
      },
      passesGate: kind !== 'guidance',
      // From when it was written, where it was held up on its way.
      expiresAt: new Date(
        Math.min(member.at.getTime(), text.sentAt.getTime()) +
          (kind === 'stop_confirmation' ? confirmationMs : answerMs),
      ),
    },
  ])
}
