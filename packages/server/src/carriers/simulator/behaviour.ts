import type { Receipt } from '../carrier.ts'

/** How the simulator treats the texts to a number. */
export interface Behaviour {
  /** In words, for the partner's guide. */
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
  /** All that is told of a text, in the order in which it is told. Empty: nothing ever. */
  readonly statuses: readonly Receipt['status'][]
  readonly reason?: string
  readonly receiptDelayMs: number
  /** What the phone writes back by itself. */
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
/** The simulator sees texts and not what they are for. A consent request says what to reply. */
const asksForYes = /\bYES\b/

/** By the last four digits, so that any area code works. Every other number delivers. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  9001: {
    ...delivers,
    does: 'is not delivered, and the receipt says so',
    statuses: ['enroute', 'undelivered'],
    reason: 'absent subscriber',
  },
  9002: { ...delivers, does: 'is taken, and no receipt ever comes', statuses: [] },
  9003: {
    ...delivers,
    does: 'is delivered; the phone replies YES to a text that has the word YES in it, as a consent request has',
    reply: { text: 'YES', to: asksForYes },
  },
  9004: {
    ...delivers,
    does: 'is delivered; the phone replies STOP',
    reply: { text: 'STOP', to: anyText },
  },
  9005: { ...delivers, does: 'is rejected by the carrier for good', answer: 'rejects for good' },
  9006: {
    ...delivers,
    does: 'is rejected by the carrier for now, twice, and then taken',
    answer: 'rejects twice, then accepts',
  },
  9007: { ...delivers, does: 'is taken, and the carrier answers after 3 seconds', answerDelayMs: 3_000 },
  9008: {
    ...delivers,
    does: 'is taken, but the carrier’s answer is lost; the receipt comes',
    answer: 'takes the text and loses the answer',
  },
  9009: { ...delivers, does: 'is lost with the carrier’s answer, and not taken', answer: 'loses the text' },
  9010: {
    ...delivers,
    does: 'is sent away once because there is too much traffic, and then taken',
    answer: 'throttles once, then accepts',
  },
  9011: {
    ...delivers,
    does: 'is delivered, and the receipt comes before the carrier’s answer',
    answerDelayMs: 500,
    receiptDelayMs: 0,
  },
  9012: {
    ...delivers,
    does: 'is delivered, and the receipts come twice and out of order',
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

/** Whether the last digits decide, whatever was chosen. */
export const scriptOf = (phone: string): Behaviour | undefined => behaviours[phone.slice(-4)]

/** What can be chosen for any other number. */
const chosenBehaviours = {
  delivers,
  fails: { ...delivers, statuses: ['enroute', 'undelivered'], reason: 'absent subscriber' },
  silent: { ...delivers, statuses: [] },
  slow: { ...delivers, answerDelayMs: 2_000, receiptDelayMs: 4_000 },
} as const satisfies Record<string, Behaviour>

export type ChosenBehaviour = keyof typeof chosenBehaviours

export function behaviourOf(phone: string, chosen: ChosenBehaviour = 'delivers'): Behaviour {
  return scriptOf(phone) ?? chosenBehaviours[chosen]
}
