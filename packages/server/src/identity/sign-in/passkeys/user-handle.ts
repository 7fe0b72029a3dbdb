/** Account id for authenticators, which keep it for good: the word is from before there were other people. */
export const userHandleOf = (personId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(`advisor ${personId}`))
