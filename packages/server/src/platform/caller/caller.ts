/** The advisor a request is made for. Every function takes the advisor only from here. */
export interface Caller {
  readonly advisorId: number
  /** Null: a person, in the advisor app. */
  readonly applicationId: number | null
  /** In the advisor app: who holds the account, or an assistant. */
  readonly personId?: number
  /** In the advisor app. */
  readonly role?: 'advisor' | 'assistant'
  readonly scopes: ReadonlySet<string>
}

/** An application by itself: its token has no advisor behind it. */
export interface ApplicationCaller {
  readonly advisorId: null
  readonly applicationId: number
  readonly scopes: ReadonlySet<string>
}

/** The usage plan of the caller's key, and what is left of it after this request. */
export interface UsageLeft {
  readonly requestsPerSecond: number
  readonly burst: number
  readonly burstLeft: number
  /** Null: not limited by day. */
  readonly requestsPerDay: number | null
  readonly usedToday: number
}
