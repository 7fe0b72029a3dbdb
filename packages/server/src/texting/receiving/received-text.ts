/** What became of a reply. */
export type ReceivedText =
  | { readonly ending: 'received'; readonly advisorId: number; readonly messageId: number }
  /** It waits for the other parts of its text. */
  | { readonly ending: 'part' }
  /** The carrier delivered it before. */
  | { readonly ending: 'known' }
  /** Nobody has the number that it was sent to, or it is not from a phone. It is kept all the same. */
  | { readonly ending: 'stray' }
