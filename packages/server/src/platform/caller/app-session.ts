/** A person who is signed in to the app. */
export interface AppSession {
  readonly id: number
  readonly personId: number
  readonly firmId: number
  /** The person is an advisor, so that their own acts belong to their account and not to the firm. */
  readonly hasAccount: boolean
  readonly signedInAt: Date
  readonly expiresAt: Date
}

/** A session at work on one advisor's account: the person's own, or that of an advisor for whom the person acts. */
export interface AccountSession extends AppSession {
  readonly advisorId: number
}
