import type { ConsentRequestResult } from '@parley/contract'
import { ensureTextedContacts } from '../../addressbook/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import type { Once } from '../../http/once/once.ts'
import { runOnce } from '../../http/once/run-once.ts'
import { Problem } from '../../http/problem.ts'
import type * as journal from '../../journal/index.ts'
import { acceptTexts } from '../sending/accept-texts.ts'
import { failuresOf, refusalOf } from '../sending/refusal.ts'
import { shownState, type Transition, transitionOf } from './consent.ts'
import { consentWordsOf } from './consent-words.ts'
import { lockMembers } from './lock-members.ts'
import type { LockedMember } from './queries.ts'
import { recordConsent } from './record-consent.ts'

/**
 * Sends the firm's consent text to these numbers, as the button in the advisor's app does. All or nothing where one of
 * them has accepted already; a number that opted out is a refusal of its own, and is not texted.
 */
export async function requestConsent(
  database: Database,
  author: journal.Author,
  phoneNumbers: readonly string[],
  once: Once,
): Promise<ConsentRequestResult> {
  return inTransaction(database, tx => runOnce(tx, once, () => ask(tx, author, [...new Set(phoneNumbers)])))
}

interface Asked {
  readonly member: LockedMember
  readonly transition: Transition
}

async function ask(tx: Tx, author: journal.Author, phones: readonly string[]): Promise<ConsentRequestResult> {
  const { advisorId } = author
  const members = await lockMembers(
    tx,
    phones.map(phone => ({ advisorId, phone })),
  )
  const { text, number, policyVersion } = await consentWordsOf(tx, advisorId)
  const accepted = members.filter(({ consent }) => consent === 'accepted').map(({ phone }) => phone)
  if (accepted.length > 0) {
    throw new Problem(
      'invalid_request',
      'One or more of the numbers have already accepted; details.accepted lists them. Nobody was asked.',
      { details: { accepted } },
    )
  }
  await ensureTextedContacts(
    tx,
    members.map(({ memberId, phone }) => ({ author, memberId, phone })),
  )
  const asked = members.flatMap((member): Asked[] => {
    const { consent: state, hasAccepted } = member
    const transition = transitionOf({ state, hasAccepted }, 'request')
    return transition ? [{ member, transition }] : []
  })
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
  acceptTexts(
    tx,
    asked.map(({ member }) => ({
      author,
      // It rests on the entry that it is the reason for.
      member: { ...member, consentVersion: member.consentVersion + 1 },
      kind: 'consent_request',
      number,
      text,
      policy: { rule: 'a request for consent', version: policyVersion, facts: { consent: member.consent } },
    })),
  )
  const refused = members.filter(({ consent }) => consent === 'opted_out')
  return {
    successes: asked.map(({ member, transition }) => ({
      memberId: member.memberId,
      consentState: shownState(transition.after),
    })),
    ...failuresOf(refused.map(({ phone, memberId }) => refusalOf(phone, memberId, 'opted_out'))),
  }
}
