import { appBase } from './app-operation.ts'

/**
 * Live updates: `new EventSource(eventsPath)`. Every event is an invitation to read something anew, so one that comes twice
 * does no harm, and none is left out: a connection that was broken goes on where it was, on whichever process answers it
 * (the browser sends Last-Event-ID; a new EventSource may say `?after=` the last id instead).
 *
 * `ready` is the first event of a connection: what was read before it may be older than the stream, so read it anew.
 * `reset` takes its place where the connection was broken for too long to go on: read everything anew.
 * `end` is the last: the session is over. Otherwise the server closes when it stops, and the browser comes back by itself.
 */
export const eventsPath = `${appBase}/events`

/** By the name of the event: what its data holds, as JSON. */
export interface AppEvents {
  readonly ready: Record<string, never>
  readonly reset: Record<string, never>
  readonly end: Record<string, never>
  /** A text was accepted or received, or was refused: thread and conversation have changed. */
  readonly message: ConversationEvent & {
    readonly what: 'accepted' | 'received' | 'refused'
    /** Absent where it was refused. */
    readonly messageId?: number
  }
  /** A text has come further, or no further. */
  readonly status: ConversationEvent & { readonly messageId: number; readonly status: string }
  readonly consent: ConversationEvent & { readonly event: string; readonly consent: string }
  /** The advisor has read it, in some window. */
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
