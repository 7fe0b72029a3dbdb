import type { Receipt } from '../../carriers/index.ts'

/** How the simulator treats the texts to a number. */
export interface Behaviour {
  /** Description for the partner guide. */
  readonly does: string
  readonly answer:
    | 'accepts'
    | 'rejects for good'
    | 'rejects as opted out'
    | 'rejects twice, then accepts'
    | 'throttles once, then accepts'
    | 'takes the text and loses the answer'
    | 'loses the text'
  readonly answerDelayMs: number
  /** All receipts of a text, in order. Empty: none. */
  readonly statuses: readonly Receipt['status'][]
  /** In its receipts: why it was not delivered. */
  readonly words?: string
  readonly receiptDelayMs: number
  /** Automatic reply of the phone. */
  readonly reply?: { readonly text: string; readonly to: RegExp }
}

const delivers: Behaviour = {
  does: 'is delivered after a tenth of a second',
  answer: 'accepts',
  answerDelayMs: 0,
  statuses: ['enroute', 'delivered'],
  receiptDelayMs: 100,
}

const anyText = /^/
/** The simulator does not know the purpose of a text. A consent request says what to reply. */
const asksForYes = /\bYES\b/

/** By the last four digits, so that any area code works. Every other number delivers. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  9001: {
    ...delivers,
    does: 'is not delivered, and the receipt says so',
    statuses: ['enroute', 'undelivered'],
    words: 'absent subscriber',
  },
  9002: { ...delivers, does: 'is accepted, and no receipt ever arrives', statuses: [] },
  9003: {
    ...delivers,
    does: 'is delivered; the phone replies YES to a text that contains the word YES, such as a consent request',
    reply: { text: 'YES', to: asksForYes },
  },
  9004: {
    ...delivers,
    does: 'is delivered; the phone replies STOP',
    reply: { text: 'STOP', to: anyText },
  },
  9005: { ...delivers, does: 'is rejected by the carrier permanently', answer: 'rejects for good' },
  9006: {
    ...delivers,
    does: 'is rejected by the carrier temporarily, twice, and then accepted',
    answer: 'rejects twice, then accepts',
  },
  9007: { ...delivers, does: 'is accepted, and the carrier responds after 3 seconds', answerDelayMs: 3_000 },
  9008: {
    ...delivers,
    does: 'is accepted, but the carrier’s response is lost; the receipt arrives',
    answer: 'takes the text and loses the answer',
  },
  9009: {
    ...delivers,
    does: 'is not accepted, and the carrier’s response is lost',
    answer: 'loses the text',
  },
  9010: {
    ...delivers,
    does: 'is throttled once, and then accepted',
    answer: 'throttles once, then accepts',
  },
  9011: {
    ...delivers,
    does: 'is delivered, and the receipt arrives before the carrier’s response',
    answerDelayMs: 500,
    receiptDelayMs: 0,
  },
  9012: {
    ...delivers,
    does: 'is delivered, and the receipts arrive twice and out of order',
    statuses: ['delivered', 'enroute', 'delivered', 'enroute'],
  },
  9013: { ...delivers, does: 'is delivered; the phone replies NO', reply: { text: 'NO', to: anyText } },
  9014: { ...delivers, does: 'is delivered; the phone replies HELP', reply: { text: 'HELP', to: anyText } },
  9015: {
    ...delivers,
    does: 'is rejected because the recipient has opted out with the carrier, which opts them out here, too',
    answer: 'rejects as opted out',
  },
}

/** Whether the last digits decide, regardless of a chosen behaviour. */
export const scriptOf = (phone: string): Behaviour | undefined => behaviours[phone.slice(-4)]

/** Behaviours that can be chosen for other numbers. */
const chosenBehaviours = {
  delivers,
  fails: { ...delivers, statuses: ['enroute', 'undelivered'], words: 'absent subscriber' },
  silent: { ...delivers, statuses: [] },
  slow: { ...delivers, answerDelayMs: 2_000, receiptDelayMs: 4_000 },
} as const satisfies Record<string, Behaviour>

export type ChosenBehaviour = keyof typeof chosenBehaviours

export function behaviourOf(phone: string, chosen: ChosenBehaviour = 'delivers'): Behaviour {
  return scriptOf(phone) ?? chosenBehaviours[chosen]
}
