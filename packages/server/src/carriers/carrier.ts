// The interface of every carrier. The conformance suite tests each adapter against it.

/** A text to submit. */
export interface OutgoingText {
  /** Our reference, the same for every attempt. A carrier that supports references accepts each once. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly text: string
}

/** Why a carrier did not deliver a text. Each adapter maps its own codes to these. */
export type CarrierReason =
  | 'invalid_recipient'
  | 'unreachable'
  | 'blocked'
  | 'content'
  | 'opted_out'
  | 'sender_refused'
  | 'expired'
  | 'other'

/** Result of submitting a text. */
export type Submission =
  | {
      readonly status: 'accepted'
      readonly carrierMessageId: string
      /** Ids of the other parts, if the text was sent in parts. It is delivered when all of them are. */
      readonly partIds?: readonly string[]
    }
  | {
      readonly status: 'rejected'
      readonly reason: CarrierReason
      /** In the carrier's own terms, for people. Never holds a number or a text. */
      readonly words?: string
      readonly permanent: boolean
    }
  /** Throttled: the carrier has not accepted the text. */
  | { readonly status: 'throttled'; readonly retryAfterMs: number }
  /** The text was not written to the link: it is down, or the deadline has passed. */
  | { readonly status: 'unsent' }
  /** Written without a response: the carrier may have accepted it. */
  | { readonly status: 'unknown' }

export type OnLate = (reference: string, submission: Submission & { readonly status: 'accepted' }) => void

/** The carrier's answer about a text that it may have accepted. */
export type LookedUp =
  | { readonly status: 'taken'; readonly carrierMessageId: string }
  | { readonly status: 'not taken' }

export interface InboundText {
  readonly carrierMessageId: string
  /** The recipient of our texts, who now writes. */
  readonly from: string
  readonly to: string
  readonly text: string
  /** By the carrier's clock. */
  readonly sentAt: Date
  /** Latest time it may have been sent, if the exact time is unknown. */
  readonly latestAt?: Date
  /** Set for a part of a longer text. Parts arrive in any order. */
  readonly part?: TextPart
  /** The carrier has acted on it: replied and, if it was a keyword, closed or opened its own gate. */
  readonly handled?: 'stop' | 'start' | 'help'
  /** The carrier withholds the text; `text` only says so. It may have been a STOP. */
  readonly isWithheld?: true
}

interface TextPart {
  /** Shared by the parts of one text from one phone to one number. Reused after a while. */
  readonly reference: string
  /** From 1. */
  readonly number: number
  readonly count: number
}

export interface Receipt {
  readonly carrierMessageId: string
  readonly status: 'enroute' | 'delivered' | 'undelivered' | 'failed'
  /** opted_out also closes our gate. */
  readonly reason?: CarrierReason
  /** In the carrier's own terms, for people. Never holds a number or a text. */
  readonly words?: string
  /** By the carrier's clock. */
  readonly at: Date
  /** If the carrier sends it: identifies a text whose id was in a lost response. */
  readonly about?: ReceiptSubject
}

export interface ReceiptSubject {
  /** Our number that sent the text. */
  readonly number: string
  readonly phone: string
  /** shortReference of its reference. */
  readonly shortReference: number
}

/** Handlers of inbound events. They are acknowledged to the carrier only after these resolve. */
export interface CarrierEvents {
  receiveTexts(texts: readonly InboundText[]): Promise<void>
  /**
   * Stores a text only if it asks to stop, and returns whether it did. For a text that the carrier has signed but cannot
   * confirm now: closing the gate does not wait for that, anything else does.
   */
  receiveStop(text: InboundText): Promise<boolean>
  receiveReceipts(receipts: readonly Receipt[]): Promise<void>
}

/** State of a carrier, for the operator. */
interface CarrierState {
  /** Links that are up, and how many there should be. */
  readonly bound: number
  readonly binds: number
  /** Texts in flight, and their limit. */
  readonly waiting: number
  readonly allowed: number
  /** How long the carrier has asked us to pause. */
  readonly pausedForMs: number
}

export interface Carrier {
  /** Stored with every submitted text, so it never changes. */
  readonly name: string
  /** While it is down, submitting is pointless. */
  readonly link: 'up' | 'down'
  /** Absent if the carrier has no more state than that. */
  readonly state?: CarrierState | undefined
  /**
   * Submits texts and returns a result for each, in order. Never rejects. Nothing is written after `notAfterMs` on the
   * monotonic clock (performance.now): by then another worker may have claimed the texts. `onLate` is called if a text reported
   * as unknown turns out to be accepted.
   */
  submit(texts: readonly OutgoingText[], notAfterMs: number, onLate?: OnLate): Promise<Submission[]>
  /** Whether it accepted these references; rejects if it cannot tell now. Absent if the carrier does not support this. */
  readonly lookUp?: (references: readonly string[]) => Promise<LookedUp[]>
  /** Starts to deliver inbound events. */
  listen(events: CarrierEvents): void
  /** Resolves when running work has ended and no more events will come. */
  close(): Promise<void>
}
