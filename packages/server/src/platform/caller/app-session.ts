/** An advisor who is signed in to the advisor app. */
export interface AppSession {
  readonly id: number
  readonly advisorId: number
  readonly signedInAt: Date
  readonly expiresAt: Date
}
