import type { InboundText } from '../../carriers/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import * as journal from '../../journal/index.ts'
import { lockMembers } from '../consent/lock-members.ts'
import { type LockedMember, nextMessageId, noteReply } from '../consent/queries.ts'
import { recordConsent } from '../consent/record-consent.ts'
import { findTextingAccounts } from '../policy/find-texting-accounts.ts'
import { guidanceText } from '../policy/policy-texts.ts'
import { renderText } from '../policy/render-text.ts'
import { classifyReply, type Reply } from '../replies/classify-reply.ts'
import { acceptTexts } from '../sending/accept-texts.ts'
import { type AutomaticText, decideReply, type ReplyDecision } from './decide-reply.ts'
import { advisorByNumber, insertInbound, insertReceivedMessage, textsInFlight } from './queries.ts'

/** What became of a reply. */
export type ReceivedText =
  | { readonly ending: 'received'; readonly advisorId: number; readonly messageId: number }
  /** The carrier delivered it before. */
  | { readonly ending: 'known' }
  /** Nobody has the number that it was sent to. It is kept all the same. */
  | { readonly ending: 'stray' }

/** How long the confirmation of a STOP may be under way; later it must not be sent at all. */
const confirmationMs = 5 * 60_000
const answerMs = 60 * 60_000

/**
 * Takes in a reply: the message, what it does to consent, and what is answered by itself, in one transaction. The carrier
 * is told that it has arrived after that, so what is lost on the way comes again, and has an effect once.
 */
export async function receiveText(
  database: Database,
  carrier: string,
  text: InboundText,
): Promise<ReceivedText> {
  return inTransaction(database, async tx => {
    const [holder] = await advisorByNumber(tx, [text.to])
    if (!holder) return keepStray(tx, carrier, text)
    const [member] = await lockMembers(tx, [{ advisorId: holder.advisorId, phone: text.from }])
    if (!member) throw new Error('a member that was made sure of is not there')
    const { advisorId, memberId, messageId } = member
    const [isNew] = await insertInbound(tx, [carrier, text.carrierMessageId, advisorId, messageId, null])
    if (!isNew) return { ending: 'known' }
    const reply = classifyReply(text.text)
    const decision = decideReply(member, reply, text.sentAt)
    const author: journal.Author = { advisorId, actor: { kind: 'recipient', memberId }, traceId: null }
    await writeMessage(tx, { author, member, carrier, text, reply, decision })
    await applyConsent(tx, { author, member, carrier, text, reply, decision })
    if (decision.answer) await answer(tx, member, text, decision)
    return { ending: 'received', advisorId, messageId }
  })
}

async function keepStray(tx: Tx, carrier: string, inbound: InboundText): Promise<ReceivedText> {
  const { carrierMessageId, from, to, text, sentAt } = inbound
  const stray = JSON.stringify({ from, to, text, sentAt: sentAt.toISOString() })
  const [isNew] = await insertInbound(tx, [carrier, carrierMessageId, null, null, stray])
  return { ending: isNew ? 'stray' : 'known' }
}

interface Heard {
  readonly author: journal.Author
  readonly member: LockedMember
  readonly carrier: string
  readonly text: InboundText
  readonly reply: Reply
  readonly decision: ReplyDecision
}

async function writeMessage(
  tx: Tx,
  { author, member, carrier, text, reply, decision }: Heard,
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
  await acceptTexts(tx, [
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
      expiresAt: new Date(member.at.getTime() + (kind === 'stop_confirmation' ? confirmationMs : answerMs)),
    },
  ])
}
