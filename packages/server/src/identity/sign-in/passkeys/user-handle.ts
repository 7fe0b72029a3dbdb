/** What an authenticator keeps to tell accounts apart. It names nobody. */
export const userHandleOf = (advisorId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(`advisor ${advisorId}`))
