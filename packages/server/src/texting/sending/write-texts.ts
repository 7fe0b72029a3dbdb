import type { LockedMember } from '../../consent/index.ts'
import * as journal from '../../journal/index.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { insertTexts, type MessageKind } from './queries.ts'

export interface WrittenText {
  readonly author: journal.Author
  /** Locked: the text records this row's consent version. */
  readonly member: LockedMember
  readonly kind: MessageKind
  readonly number: string
  readonly text: string
  /** The rule that allowed the text, and the facts behind it. */
  readonly policy: JsonObject
  /** Sent even if the recipient has opted out. */
  readonly passesGate?: boolean
  /** Must not be sent later than this. */
  readonly expiresAt?: Date
  /** Journal details of the schedule it belongs to. */
  readonly schedule?: JsonObject | undefined
  /** The application that scheduled it. For an immediate send the author identifies it. */
  readonly scheduledBy?: number | null | undefined
}

/**
 * Writes the message, its journal entry and its outbox row in one transaction. Every outgoing text passes through here.
 * The decision is final by now, so the writes are pipelined with COMMIT.
 */
export function writeTexts(tx: Tx, texts: readonly WrittenText[]): void {
  if (texts.length === 0) return
  const members = texts.map(({ member }) => member)
  const [advisorIds, messageIds, memberIds] = columns(members, 'advisorId', 'messageId', 'memberId')
  const [phones, consentVersions, times] = columns(members, 'phone', 'consentVersion', 'at')
  const [kinds, numbers, words] = columns(texts, 'kind', 'number', 'text')
  const inserted = insertTexts(tx, [
    advisorIds,
    messageIds,
    memberIds,
    kinds,
    numbers,
    phones,
    words,
    consentVersions,
    times,
    texts.map(({ passesGate }) => passesGate ?? false),
    texts.map(({ expiresAt }) => expiresAt ?? null),
    texts.map(applicationOf),
    texts.map(({ author }) => author.traceParent ?? null),
  ])
  tx.sendWithCommit(inserted)
  tx.sendWithCommit(journal.append(tx, texts.map(entryOf)))
}

const applicationOf = ({ author: { actor }, scheduledBy }: WrittenText): number | null =>
  actor.kind === 'application' ? actor.applicationId : (scheduledBy ?? null)

const entryOf = ({ author, member, kind, number, text, policy, schedule }: WrittenText): journal.Entry =>
  journal.entryBy(author, member.at, {
    kind: 'message.accepted',
    subject: { kind: 'message', id: member.messageId },
    facts: {
      // Keys in canonical order.
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
