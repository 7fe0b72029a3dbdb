import type { Tx } from '../../db/pool.ts'
import { type AcceptedText, acceptTexts } from './accept-texts.ts'
import { type Decided, decideRecipients, policyOf } from './decide-recipients.ts'
import type { LookedUp } from './look-up-recipients.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import type { Send } from './send.ts'

export type SendOutcome =
  | { readonly ending: 'accepted'; readonly messageId: number; readonly memberId: number }
  | { readonly ending: 'refused'; readonly refusal: Refusal }

/** Sends many texts of many requests in one transaction and answers what became of each recipient. */
export async function sendMessages(
  tx: Tx,
  sends: readonly Send[],
  lookedUp?: LookedUp,
): Promise<SendOutcome[][]> {
  const decided = await decideRecipients(tx, sends, lookedUp)
  acceptTexts(tx, decided.flatMap(acceptedText))
  const bySend = Map.groupBy(decided, ({ send }) => send)
  return sends.map(send => (bySend.get(send) ?? []).map(outcomeOf))
}

function acceptedText(decided: Decided): AcceptedText[] {
  const { send, account, member, decision } = decided
  if (decision.verdict !== 'send' || account.number === null) return []
  const { author, text, schedule } = send
  const policy = policyOf(decided)
  return [{ author, member, kind: 'text', number: account.number, text, policy, schedule }]
}

function outcomeOf({ member, decision }: Decided): SendOutcome {
  const { memberId, messageId, phone } = member
  return decision.verdict === 'send'
    ? { ending: 'accepted', messageId, memberId }
    : { ending: 'refused', refusal: refusalOf(phone, memberId, decision.code) }
}
