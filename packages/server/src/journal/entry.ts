import type { JournalKind } from '@parley/contract'
import type { JsonObject } from '../platform/db/json.ts'

export type Actor =
  /** Who holds the account, in the advisor app. The person is named if it is not the one with the id of the account. */
  | { readonly kind: 'advisor'; readonly personId?: number }
  /** Somebody who acts for the owner of the account, in the advisor app. */
  | { readonly kind: 'assistant'; readonly personId: number; readonly forAdvisorId: number }
  | { readonly kind: 'application'; readonly applicationId: number }
  | { readonly kind: 'operator'; readonly name: string }
  /** Somebody of a firm, in what concerns no advisor's account. */
  | { readonly kind: 'person'; readonly personId: number }
  /** The recipient of a text. */
  | { readonly kind: 'recipient'; readonly memberId: number }
  /** A task of the service itself, such as a firing schedule. */
  | {
      readonly kind: 'system'
      /** Who scheduled what is done now, or changed it last. Absent if that is not known. */
      readonly scheduledBy?: Scheduler
      readonly task: string
    }

/** Whoever can schedule a text. */
export type Scheduler = Exclude<Actor, { readonly kind: 'system' }>

/** An action of the installation itself: a seeded sandbox, a test fixture. */
export const setup: Actor = { kind: 'system', task: 'setup' }

/** Owner of the entry. Without an advisor or a firm it belongs to the installation. */
export type Owner =
  | { readonly advisorId: number }
  | { readonly firmId: number }
  | { readonly installation: true }

interface Act {
  /** Subject and action, such as contact.created. The contract says which event partners get for it. */
  readonly kind: JournalKind
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string
  readonly actor: Actor
  /** Trace id of the request that caused it, if any. */
  readonly traceId: string | null
  readonly subject: { readonly kind: string; readonly id: number }
  readonly facts: JsonObject
}

/** One event on an advisor's account. It is self-contained, because its subject may be deleted later. */
export type Entry = Act & { readonly advisorId: number }

/** One event on an advisor's account, a firm or the installation. */
export type OwnedEntry = Act & Owner
