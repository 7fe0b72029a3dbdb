import type { Actor, Entry } from '../../journal/index.ts'

/** A text as the dispatcher sees it. */
export interface Text {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  /** The advisor's number. */
  readonly number: string
  readonly phone: string
  readonly text: string
  /** Attempts started, including this one. */
  readonly attempts: number
  /** The version the last attempt read under the member's lock; null if there was none. */
  readonly consentVersion: number | null
}

const dispatch: Actor = { kind: 'system', task: 'dispatch' }

/** The journal entry for a text. Contains everything, because the message row may be deleted later. */
export function messageEntry(
  kind: 'message.submitted' | 'message.failed' | 'message.unconfirmed' | 'message.retried',
  { advisorId, messageId, memberId, number, phone, text, attempts, consentVersion }: Text,
  atMs: number,
  told: Readonly<Record<string, string | readonly string[]>>,
  actor: Actor = dispatch,
): Entry {
  // Keys in canonical order, so that the journal need not sort them: there is one entry per text.
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
