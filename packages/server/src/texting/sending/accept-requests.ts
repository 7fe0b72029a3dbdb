import type { MessageResult } from '@parley/contract'
import type { Tx } from '../../db/pool.ts'
import { usedForAnotherBody } from '../../http/once/errors.ts'
import { findKeptAnswers } from '../../http/once/find-kept-answers.ts'
import { keepNewAnswers } from '../../http/once/keep-new-answers.ts'
import type { Once, OnceKey } from '../../http/once/once.ts'
import type { Problem } from '../../http/problem.ts'
import { lookUpRecipients } from './look-up-recipients.ts'
import { messageResultOf } from './message-result.ts'
import type { Send } from './send.ts'
import { sendMessages } from './send-messages.ts'

export interface SendRequest {
  readonly send: Send
  readonly once: Once
}

export type SendAnswer =
  | { readonly result: MessageResult; readonly isReplayed: boolean }
  /** This request alone is refused; the others of the batch are not concerned. */
  | { readonly problem: Problem }

/**
 * Takes many requests in one transaction. Those that came before, by their key, are answered as they were then. Members
 * are locked before keys are looked for: twins have their members in common, so the second finds what the first kept.
 */
export async function acceptRequests(tx: Tx, requests: readonly SendRequest[]): Promise<SendAnswer[]> {
  const keyed = requests.flatMap(({ once }, index) => (once.key ? [{ key: once.key, index }] : []))
  const [lookedUp, claims] = await Promise.all([
    lookUpRecipients(
      tx,
      requests.map(({ send }) => send),
    ),
    findKeptAnswers(
      tx,
      keyed.map(({ key }) => key),
    ),
  ])
  const claimOf = new Map(keyed.map(({ index }, position) => [index, claims[position]]))
  const indexes = [...requests.keys()]
  const isNew = (index: number): boolean => (claimOf.get(index)?.state ?? 'new') === 'new'
  const fresh = indexes.filter(isNew)
  const outcomes = await sendMessages(
    tx,
    fresh.map(index => (requests[index] as SendRequest).send),
    lookedUp,
  )
  const results = new Map(fresh.map((index, position) => [index, messageResultOf(outcomes[position] ?? [])]))
  const answered = fresh.flatMap(index => {
    const key: OnceKey | undefined = requests[index]?.once.key
    return key ? [{ key, answer: results.get(index) as MessageResult }] : []
  })
  tx.leave(keepNewAnswers(tx, answered))
  return indexes.map((index): SendAnswer => {
    const claim = claimOf.get(index)
    switch (claim?.state) {
      case 'other body':
        return { problem: usedForAnotherBody() }
      case 'done':
        return { result: claim.answer as MessageResult, isReplayed: true }
      case 'twin':
        return {
          result: results.get((keyed[claim.of] as { index: number }).index) as MessageResult,
          isReplayed: true,
        }
      default:
        return { result: results.get(index) as MessageResult, isReplayed: false }
    }
  })
}
