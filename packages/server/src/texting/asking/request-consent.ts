import type { ConsentRequestResult } from '@parley/contract'
import { ensureTextedContacts } from '../../addressbook/index.ts'
import {
  type AskingRules,
  askingsOf,
  decideAsk,
  isAsked,
  isSameRequest,
  type LockedMember,
  lockMembers,
  recordConsent,
  shownState,
  type Transition,
  transitionOf,
} from '../../consent/index.ts'
import type * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { ownNumberRule } from '../sending/decide-send.ts'
import { askRefusalOf, failuresOf, type Refusal, refusalOf } from '../sending/refusal.ts'
import { requireHolder } from '../sending/require-holder.ts'
import { writeTexts } from '../sending/write-texts.ts'
import { consentRequestTextOf } from './consent-request-text.ts'
import { queuedRequests } from './queries.ts'

/**
 * Sends the firm's consent text to these numbers, like the button in the advisor app. If any of them has already
 * accepted, nothing is sent. A number that opted out, declined, or was asked too recently for its firm is refused individually
 * and not texted.
 */
export async function requestConsent(
  database: Database,
  author: journal.Author,
  phoneNumbers: readonly string[],
  idempotency: Idempotency,
): Promise<ConsentRequestResult> {
  return inTransaction(database, async tx => {
    await requireHolder(tx, author)
    return runOnce(tx, idempotency, () => ask(tx, author, [...new Set(phoneNumbers)]))
  })
}

/**
 * Asks those of the numbers that were never asked, in one transaction, so that a group is asked wholly or not at all. The others
 * are left alone: whoever answered in the meantime needs no request.
 */
export async function requestConsentOfNew(
  database: Database,
  author: journal.Author,
  phones: readonly string[],
  idempotency: Idempotency,
): Promise<{ readonly asked: number }> {
  const { advisorId } = author
  return inTransaction(database, async tx => {
    await requireHolder(tx, author)
    return runOnce(tx, idempotency, async () => {
      const members = await lockMembers(
        tx,
        phones.map(phone => ({ advisorId, phone })),
      )
      const unasked = members.filter(({ consent }) => consent === 'none')
      const words = await consentRequestTextOf(tx, advisorId)
      const { successes } = await askMembers(tx, author, unasked, words)
      return { asked: successes.length }
    })
  })
}

interface Asked {
  readonly member: LockedMember
  readonly transition: Transition
}

type Verdict = 'ask' | 'same request' | Refusal

async function ask(tx: Tx, author: journal.Author, phones: readonly string[]): Promise<ConsentRequestResult> {
  const { advisorId } = author
  const members = await lockMembers(
    tx,
    phones.map(phone => ({ advisorId, phone })),
  )
  const words = await consentRequestTextOf(tx, advisorId)
  const accepted = members.filter(({ consent }) => consent === 'accepted').map(({ phone }) => phone)
  if (accepted.length > 0) {
    throw new Problem(
      'invalid_request',
      'One or more of the numbers have already accepted; details.accepted lists them. Nobody was asked.',
      { details: { accepted } },
    )
  }
  return askMembers(tx, author, members, words)
}

async function askMembers(
  tx: Tx,
  author: journal.Author,
  members: readonly LockedMember[],
  words: Awaited<ReturnType<typeof consentRequestTextOf>>,
): Promise<ConsentRequestResult> {
  const verdicts = await judge(tx, members, words)
  const asked = members.flatMap((member, index): Asked[] => {
    const { consent: state, hasAccepted } = member
    const transition = transitionOf({ state, hasAccepted }, 'request')
    return transition && verdicts[index] === 'ask' ? [{ member, transition }] : []
  })
  await send(tx, author, asked, words)
  return {
    successes: members.flatMap(({ memberId, phone }, index) =>
      typeof verdicts[index] === 'string' ? [{ memberId, phone, consentState: shownState('pending') }] : [],
    ),
    ...failuresOf(verdicts.filter(verdict => typeof verdict !== 'string')),
  }
}

/** For each member, by its row under the lock. */
async function judge(
  tx: Tx,
  members: readonly LockedMember[],
  { rules, number }: { readonly rules: AskingRules; readonly number: string },
): Promise<Verdict[]> {
  const known = members.filter(({ consent }) => isAsked(consent))
  const keys = [known[0]?.advisorId ?? 0, known.map(({ memberId }) => memberId)] as const
  const [rows, waiting] =
    known.length === 0 ? [[], []] : [await askingsOf(tx, [...keys]), await queuedRequests(tx, [...keys])]
  const askings = new Map(rows.map(row => [row.memberId, row]))
  const queued = new Set(waiting.map(({ memberId }) => memberId))
  return members.map(({ memberId, phone, consent, at }) => {
    if (phone === number) return refusalOf(phone, memberId, 'blocked_by_policy', ownNumberRule)
    if (consent === 'opted_out') return refusalOf(phone, memberId, 'opted_out')
    const asking = askings.get(memberId)
    if (!asking) return 'ask'
    // A request that has not left yet is still to come, however long the carrier has been down.
    if (isSameRequest(asking, at) || queued.has(memberId)) return 'same request'
    const refusal = decideAsk(asking, rules, at)
    return refusal ? askRefusalOf(phone, memberId, refusal) : 'ask'
  })
}

async function send(
  tx: Tx,
  author: journal.Author,
  asked: readonly Asked[],
  { text, number, policyVersion }: Awaited<ReturnType<typeof consentRequestTextOf>>,
): Promise<void> {
  await ensureTextedContacts(
    tx,
    asked.map(({ member: { memberId, phone } }) => ({ author, memberId, phone })),
  )
  await recordConsent(
    tx,
    asked.map(({ member, transition }) => ({
      author,
      member,
      transition,
      evidence: {
        messageId: member.messageId,
        requestText: text,
        policyVersion,
        from: number,
        to: member.phone,
      },
    })),
  )
  writeTexts(
    tx,
    asked.map(({ member }) => ({
      author,
      // The text refers to the ledger entry that it causes.
      member: { ...member, consentVersion: member.consentVersion + 1 },
      kind: 'consent_request',
      number,
      text,
      policy: { rule: 'a request for consent', version: policyVersion, facts: { consent: member.consent } },
    })),
  )
}
