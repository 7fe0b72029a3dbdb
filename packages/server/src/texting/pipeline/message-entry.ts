import type { Actor, Entry } from '../../journal/index.ts'

/** A text as the pipeline knows it. */
export interface Text {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  /** The advisor's number. */
  readonly number: string
  readonly phone: string
  readonly text: string
  /** Those begun, this one included. */
  readonly attempts: number
  /** That the last attempt read under the member's lock; null where there was none. */
  readonly consentVersion: number | null
}

const dispatch: Actor = { kind: 'system', task: 'dispatch' }

/** What the journal says about a text: everything, because the text itself may be gone later. */
export function messageEntry(
  kind: 'message.submitted' | 'message.failed' | 'message.unconfirmed' | 'message.retried',
  { advisorId, messageId, memberId, number, phone, text, attempts, consentVersion }: Text,
  atMs: number,
  told: Readonly<Record<string, string | readonly string[]>>,
  actor: Actor = dispatch,
): Entry {
  // Keys in the order of the canonical form, which spares the journal sorting them: there is one entry for each text.
  return {
    actor,
    advisorId,
    at: new Date(atMs).toISOString(),
    facts: { attempts, ...told, consentVersion, memberId, number, phone, text },
    kind,
    subject: { id: messageId, kind: 'message' },
    traceId: null,
  }
}
