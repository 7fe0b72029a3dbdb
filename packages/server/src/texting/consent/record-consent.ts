import type { Tx } from '../../db/pool.ts'
import type { JsonObject } from '../../jobs/job.ts'
import * as journal from '../../journal/index.ts'
import type { Transition } from './consent.ts'
import { changeConsents, type LockedMember } from './queries.ts'

export interface ConsentChange {
  readonly author: journal.Author
  readonly member: LockedMember
  readonly transition: Transition
  /** What proves it: the text sent or received, its ids, who and when. */
  readonly evidence: JsonObject
}

/** Writes changes of consent: each member's row, its entry in the ledger, its entry in the journal. One per member. */
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
