import { appBase } from './operation.ts'

/**
 * Live updates: `new EventSource(eventsPath)`. Every event tells the app to read something again, so duplicates do no harm.
 * No event is lost: a broken connection resumes where it stopped, on any process (the browser sends Last-Event-ID; a new
 * EventSource may send `?after=` with the last id instead).
 *
 * `ready` is the first event of a connection. Data read before it may be older than the stream, so read it again.
 * `reset` replaces it when the connection was broken for too long to resume: read everything again.
 * `end` is the last event: the session is over. A server that shuts down closes without it, and the browser reconnects.
 */
export const eventsPath = `${appBase}/events`

/** JSON data of each event, by event name. */
export interface AppEvents {
  readonly ready: Record<string, never>
  readonly reset: Record<string, never>
  readonly end: Record<string, never>
  /** A text was accepted, received or refused: its thread and conversation have changed. */
  readonly message: ConversationEvent & {
    readonly what: 'accepted' | 'received' | 'refused'
    /** Absent if refused. */
    readonly messageId?: number
  }
  /** The delivery status of a text has changed. */
  readonly status: ConversationEvent & { readonly messageId: number; readonly status: string }
  readonly consent: ConversationEvent & { readonly event: string; readonly consent: string }
  /** The advisor has read the conversation in some window. */
  readonly read: { readonly memberId: number }
  readonly schedule: { readonly scheduleId: number; readonly what: string }
  readonly contact: { readonly contactId: number; readonly what: string }
  readonly group: { readonly groupId: number; readonly what: string }
  /** Connected applications have changed. */
  readonly application: { readonly applicationId: number; readonly what: string }
}

interface ConversationEvent {
  readonly memberId: number
  readonly phone: string
}

export type AppEventName = keyof AppEvents
