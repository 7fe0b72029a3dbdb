import type { Tx } from '../../db/pool.ts'
import type { JsonObject } from '../../jobs/job.ts'
import * as journal from '../../journal/index.ts'
import type { LockedMember } from '../consent/queries.ts'
import { insertTexts, type MessageKind } from './queries.ts'

export interface AcceptedText {
  readonly author: journal.Author
  /** Locked: its row is what the text rests on. */
  readonly member: LockedMember
  readonly kind: MessageKind
  readonly number: string
  readonly text: string
  /** The rule that let it pass, and the facts it saw. */
  readonly policy: JsonObject
  /** Sent to those who opted out, too. */
  readonly passesGate?: boolean
  /** Not to be sent later than this. */
  readonly expiresAt?: Date
  /** What the journal tells of the schedule that it belongs to. */
  readonly schedule?: JsonObject | undefined
}

/** The one way for a text to leave: message, entry in the journal and job, in one transaction. */
export function acceptTexts(tx: Tx, texts: readonly AcceptedText[]): void {
  if (texts.length === 0) return
  const inserted = insertTexts(tx, [
    texts.map(({ member }) => member.advisorId),
    texts.map(({ member }) => member.messageId),
    texts.map(({ member }) => member.memberId),
    texts.map(({ kind }) => kind),
    texts.map(({ number }) => number),
    texts.map(({ member }) => member.phone),
    texts.map(({ text }) => text),
    texts.map(({ member }) => member.consentVersion),
    texts.map(({ member }) => member.at),
    texts.map(({ passesGate }) => passesGate ?? false),
    texts.map(({ expiresAt }) => expiresAt ?? null),
  ])
  tx.leave(inserted)
  tx.leave(journal.append(tx, texts.map(entryOf)))
}

const entryOf = ({ author, member, kind, number, text, policy, schedule }: AcceptedText): journal.Entry =>
  journal.entryBy(author, member.at, {
    kind: 'message.accepted',
    subject: { kind: 'message', id: member.messageId },
    facts: {
      // In the order of the canonical form.
      consentVersion: member.consentVersion,
      from: number,
      kind,
      memberId: member.memberId,
      policy,
      ...(schedule && { schedule }),
      text,
      to: member.phone,
    },
  })
