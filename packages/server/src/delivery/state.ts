/** How far a text has come, as `delivery.state` numbers it: a higher state replaces a lower one. A text without a row is accepted. */
export const stateOf = { unconfirmed: 1, submitted: 2, failed: 3, undelivered: 4, delivered: 5 } as const

export type State = keyof typeof stateOf
