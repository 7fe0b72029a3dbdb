import { ensureTextedContacts } from '../../addressbook/index.ts'
import type { Tx } from '../../db/pool.ts'
import type { JsonObject } from '../../jobs/job.ts'
import * as journal from '../../journal/index.ts'
import { addMissing } from '../consent/lock-members.ts'
import type { LockedMember } from '../consent/queries.ts'
import type { SendingAccount } from '../policy/find-sending-accounts.ts'
import { decideSend, type SendDecision, type SendFacts } from './decide-send.ts'
import { type LookedUp, lookUpRecipients } from './look-up-recipients.ts'
import type { Send } from './send.ts'

/** One recipient of a send. The member is locked until the transaction ends. */
export interface Decided {
  readonly send: Send
  readonly account: SendingAccount
  readonly member: LockedMember
  readonly facts: SendFacts
  readonly decision: SendDecision
}

/**
 * Decides for each recipient of many sends, in their order, whether the text may go there. The members are locked before
 * anything is decided, so a STOP that is being recorded is waited for and obeyed. Contacts are made sure of, and what is
 * refused is on record: the text, and the rule that held it back.
 */
export async function decideRecipients(
  tx: Tx,
  sends: readonly Send[],
  lookedUp?: LookedUp,
): Promise<Decided[]> {
  // A batch of nothing but replays.
  if (sends.length === 0) return []
  const { accounts, members: known } = lookedUp ?? (await lookUpRecipients(tx, sends))
  const recipients = sends.flatMap(send =>
    send.phones.map(phone => ({ send, phone, advisorId: send.author.advisorId })),
  )
  const members = await addMissing(
    tx,
    recipients,
    sends.flatMap(send => known.get(send) ?? []),
  )
  const decided = recipients.map(({ send, advisorId }, index): Decided => {
    const member = members[index] as LockedMember
    const account = accounts.get(advisorId)
    if (!account) throw new Error('a caller’s advisor is not there')
    const facts: SendFacts = {
      consent: member.consent,
      hasTextingNumber: account.number !== null,
      isAccountActive: account.isActive,
      isConsentRequired: account.isConsentRequired,
      isWithdrawn: send.isWithdrawn ?? false,
    }
    return { send, account, member, facts, decision: decideSend(facts) }
  })
  await ensureTextedContacts(
    tx,
    decided
      .filter(({ member }) => !member.hasContact)
      .map(({ send, member: { memberId, phone } }) => ({ author: send.author, memberId, phone })),
  )
  await journal.append(tx, decided.flatMap(refusalEntry))
  return decided
}

/** The rule that spoke, and everything it saw, for the journal. */
export const policyOf = ({ account, facts, decision }: Decided): JsonObject => ({
  facts: { ...facts },
  rule: decision.rule,
  version: account.policyVersion,
})

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
