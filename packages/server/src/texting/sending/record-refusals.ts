import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { type Decided, policyOf } from './decide-send.ts'

/** Journals each refused text with the rule that refused it. */
export async function recordRefusals(tx: Tx, decided: readonly Decided[]): Promise<void> {
  await journal.append(tx, decided.flatMap(refusalEntry))
}

function refusalEntry(decided: Decided): journal.Entry[] {
  const { send, account, member, decision } = decided
  if (decision.verdict !== 'refuse') return []
  return [
    journal.entryBy(send.author, member.at, {
      kind: 'message.refused',
      subject: { kind: 'member', id: member.memberId },
      facts: {
        kind: 'text',
        memberId: member.memberId,
        from: account.number,
        to: member.phone,
        text: send.text,
        code: decision.code,
        consentVersion: member.consentVersion,
        policy: policyOf(decided),
        ...(send.schedule ? { schedule: send.schedule } : {}),
      },
    }),
  ]
}
