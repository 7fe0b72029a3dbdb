/** A person who is signed in to the app. */
export interface AppSession {
  readonly id: number
  readonly personId: number
  readonly firmId: number
  /** The person holds the account of their own id, so that their own acts belong to it and not to the firm. */
  readonly hasAccount: boolean
  readonly signedInAt: Date
  readonly expiresAt: Date
}

/** A session at work on one advisor's account: one that the person holds, or that of an advisor for whom the person acts. */
export interface AccountSession extends AppSession {
  readonly advisorId: number
  readonly role: 'advisor' | 'assistant'
}
