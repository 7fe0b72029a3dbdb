// What every carrier is to the rest of the server. The conformance suite holds each adapter to it.

/** A text to be handed over. */
export interface OutgoingText {
  /** Ours, the same however often the text is tried. A carrier that knows references takes each once. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly text: string
}

type RejectionReason = 'invalid_recipient' | 'blocked' | 'content' | 'opted_out' | 'other'

/** What is known after handing a text over. */
export type Submission =
  | {
      readonly status: 'accepted'
      readonly carrierMessageId: string
      /** Where the text left in parts with an id each: those of the others. It is delivered when all of them are. */
      readonly partIds?: readonly string[]
    }
  | { readonly status: 'rejected'; readonly reason: RejectionReason; readonly permanent: boolean }
  /** The carrier wants less for a while; it has not taken the text. */
  | { readonly status: 'throttled'; readonly retryAfterMs: number }
  /** The text was not written to the link: it is down, or the deadline has passed. */
  | { readonly status: 'unsent' }
  /** Written, and no answer: the carrier may have taken it. */
  | { readonly status: 'unknown' }

export type OnLate = (reference: string, submission: Submission & { readonly status: 'accepted' }) => void

/** What a carrier says about a text that it may have taken. */
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
  /** Where that cannot be told: it may have been sent as late as this. */
  readonly latestAt?: Date
  /** Where it is a piece of a longer text, which comes in several, in any order. */
  readonly part?: TextPart
  /** The carrier has acted on it by itself: answered it and, on a word of its own, closed or opened its own gate. */
  readonly handled?: 'stop' | 'start' | 'help'
}

interface TextPart {
  /** The pieces of one text have it in common, from one phone to one number. It comes again after a while. */
  readonly reference: string
  /** From 1. */
  readonly number: number
  readonly count: number
}

export interface Receipt {
  readonly carrierMessageId: string
  readonly status: 'enroute' | 'delivered' | 'undelivered' | 'failed'
  /** For people; where the recipient has opted out at the carrier, it is opted_out. */
  readonly reason?: string
  /** By the carrier's clock. */
  readonly at: Date
  /** Where the carrier tells it: what a text is found by whose id was in an answer that was lost. */
  readonly about?: ReceiptSubject
}

export interface ReceiptSubject {
  /** Ours, that the text was sent from. */
  readonly number: string
  readonly phone: string
  /** Of its reference, by shortReference. */
  readonly shortReference: number
}

/** Where what comes back goes. The carrier is told that it has arrived only after these resolve. */
export interface CarrierEvents {
  receiveTexts(texts: readonly InboundText[]): Promise<void>
  receiveReceipts(receipts: readonly Receipt[]): Promise<void>
}

/** How a carrier is doing, for the operator. */
interface CarrierState {
  /** Links that are up, of those that there should be. */
  readonly bound: number
  readonly binds: number
  /** Texts without an answer yet, and how many there may be on the way. */
  readonly waiting: number
  readonly allowed: number
  /** For so long the carrier wants nothing. */
  readonly pausedForMs: number
}

export interface Carrier {
  /** Stored with what it took, so it never changes. */
  readonly name: string
  /** While it is down nothing needs to be submitted. */
  readonly link: 'up' | 'down'
  /** Absent where there is nothing to tell but that. */
  readonly state?: CarrierState | undefined
  /**
   * Hands texts over and answers for each, in order. Never rejects. Nothing is written after `notAfterMs` on the
   * monotonic clock (performance.now): by then another worker may have taken the texts over. Where the carrier's answer
   * comes after a text was told as unknown, `onLate` hears that it was taken after all.
   */
  submit(texts: readonly OutgoingText[], notAfterMs: number, onLate?: OnLate): Promise<Submission[]>
  /** Whether it took these references; rejects when it cannot tell now. Absent where the carrier cannot tell at all. */
  readonly lookUp?: (references: readonly string[]) => Promise<LookedUp[]>
  /** Starts to deliver what comes back. */
  listen(events: CarrierEvents): void
  /** Resolves when what is under way has ended and no event will come any more. */
  close(): Promise<void>
}
