/** The outcome of a reply. */
export type ReceivedText =
  | {
      readonly ending: 'received'
      readonly advisorId: number
      readonly messageId: number
      /** It would have opened the gate, but came from a carrier the number is not routed through. */
      readonly isForeign?: true
    }
  /** Waiting for the other parts of its text. */
  | { readonly ending: 'part' }
  /** Already delivered before. */
  | { readonly ending: 'known' }
  /** No advisor has the number it was sent to, or it is not from a phone. It is stored anyway. */
  | { readonly ending: 'stray' }
