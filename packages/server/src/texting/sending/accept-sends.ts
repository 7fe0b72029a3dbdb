import type { MessageResult } from '@parley/contract'
import { handedOver } from '../../identity/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { usedForAnotherBody } from '../../platform/idempotency/errors.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { findStoredResponses, storeNewResponses } from '../../platform/idempotency/stored-responses.ts'
import type { Problem } from '../../platform/problem/problem.ts'
import { type Decided, decideRecipient, policyOf } from './decide-send.ts'
import { recordRefusals } from './record-refusals.ts'
import { refusalOf } from './refusal.ts'
import { judgeHolders, type LockedAccounts } from './require-holder.ts'
import { type LookedUp, lookUpRecipients, resolveRecipients } from './resolve-recipients.ts'
import { messageResultOf, type Send, type SendOutcome } from './send.ts'
import { type WrittenText, writeTexts } from './write-texts.ts'

export interface SendRequest {
  readonly send: Send
  readonly idempotency: Idempotency
}

export type SendAnswer =
  | { readonly result: MessageResult; readonly isReplayed: boolean }
  /** Only this request is refused; the rest of the batch is unaffected. */
  | { readonly problem: Problem }
  /** Nothing is decided or written, because the account is just being changed. */
  | { readonly isLocked: true }

/**
 * Accepts many requests in one transaction. A request whose idempotency key was used before gets the stored response.
 * Members are locked before keys are looked up: duplicates share their members, so the second one finds the first one's
 * response.
 */
export async function acceptRequests(
  tx: Tx,
  requests: readonly SendRequest[],
  lockedAccounts: LockedAccounts = 'wait',
): Promise<SendAnswer[]> {
  const [holders, lookedUp, claimed] = await Promise.all([
    // Before the members are locked, as a handover locks accounts before anything that texts wait for.
    judgeHolders(
      tx,
      requests.map(({ send }) => send.author),
      lockedAccounts,
    ),
    lookUpRecipients(
      tx,
      requests.map(({ send }) => send),
    ),
    findStoredResponses(tx, requests),
  ])
  const fresh = claimed.flatMap(({ request, claim }) => (claim.state === 'new' ? [request] : []))
  const created = fresh.filter(({ send }) => !holders.has(send.author))
  const outcomes = await acceptSends(
    tx,
    created.map(({ send }) => send),
    lookedUp,
  )
  const results = new Map(
    created.map(request => [request, messageResultOf(outcomes.get(request.send) ?? [])]),
  )
  const answerOf = (request: SendRequest, isReplayed: boolean): SendAnswer => {
    const result = results.get(request)
    if (result) return { result, isReplayed }
    return holders.get(request.send.author) === 'locked' ? { isLocked: true } : { problem: handedOver() }
  }
  const answered = [...results].flatMap(([{ idempotency }, answer]) =>
    idempotency.key ? [{ key: idempotency.key, answer }] : [],
  )
  tx.sendWithCommit(storeNewResponses(tx, answered))
  return claimed.map(({ request, claim }): SendAnswer => {
    switch (claim.state) {
      case 'other body':
        return { problem: usedForAnotherBody() }
      case 'done':
        return { result: claim.answer as MessageResult, isReplayed: true }
      case 'twin':
        return answerOf(claim.of, true)
      case 'new':
        return answerOf(request, false)
    }
  })
}

/** Decides each recipient of many sends, and writes the allowed texts and the refusals. */
export async function acceptSends(
  tx: Tx,
  sends: readonly Send[],
  lookedUp: LookedUp,
): Promise<ReadonlyMap<Send, readonly SendOutcome[]>> {
  const recipients = await resolveRecipients(tx, sends, lookedUp)
  const decided = recipients.map(decideRecipient)
  await recordRefusals(tx, decided)
  writeTexts(tx, decided.flatMap(textOf))
  const outcomes = new Map<Send, SendOutcome[]>(sends.map(send => [send, []]))
  for (const each of decided) outcomes.get(each.send)?.push(outcomeOf(each))
  return outcomes
}

function textOf(decided: Decided): WrittenText[] {
  const { send, account, member, decision } = decided
  if (decision.verdict !== 'send' || account.number === null) return []
  const { author, text, schedule, scheduledBy } = send
  const policy = policyOf(decided)
  return [{ author, member, kind: 'text', number: account.number, text, policy, schedule, scheduledBy }]
}

function outcomeOf({ member, decision }: Decided): SendOutcome {
  const { memberId, messageId, phone } = member
  return decision.verdict === 'send'
    ? { ending: 'accepted', messageId, memberId, phone }
    : { ending: 'refused', refusal: refusalOf(phone, memberId, decision.code, decision.rule) }
}
