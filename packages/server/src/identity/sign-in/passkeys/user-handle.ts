/** Account id for authenticators. It identifies no person. */
export const userHandleOf = (advisorId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(`advisor ${advisorId}`))
