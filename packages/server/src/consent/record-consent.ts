import * as journal from '../journal/index.ts'
import type { JsonObject } from '../platform/db/json.ts'
import type { Tx } from '../platform/db/pool.ts'
import type { Transition } from './consent.ts'
import { changeConsents, type LockedMember } from './queries.ts'

export interface ConsentChange {
  readonly author: journal.Author
  readonly member: LockedMember
  readonly transition: Transition
  /** The proof: the text sent or received, its ids, who and when. */
  readonly evidence: JsonObject
}

/** Writes consent changes: each member's row, ledger entry and journal entry. One change per member. */
export async function recordConsent(tx: Tx, changes: readonly ConsentChange[]): Promise<void> {
  if (changes.length === 0) return
  await changeConsents(tx, [
    changes.map(({ member }) => member.advisorId),
    changes.map(({ member }) => member.memberId),
    changes.map(({ member }) => member.consentVersion + 1),
    changes.map(({ transition }) => transition.event),
    changes.map(({ transition }) => transition.before),
    changes.map(({ transition }) => transition.after),
    changes.map(({ evidence }) => JSON.stringify(evidence)),
    changes.map(({ member }) => member.at),
  ])
  await journal.append(
    tx,
    changes.map(({ author, member, transition, evidence }) =>
      journal.entryBy(author, member.at, {
        kind: `consent.${transition.event}`,
        subject: { kind: 'member', id: member.memberId },
        facts: {
          phone: member.phone,
          version: member.consentVersion + 1,
          before: transition.before,
          after: transition.after,
          evidence,
        },
      }),
    ),
  )
}
