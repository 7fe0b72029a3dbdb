/** The advisor a request is made for. Every function takes the advisor only from here. */
export interface Caller {
  readonly advisorId: number
  /** Null: the advisor, in the advisor app. */
  readonly applicationId: number | null
  readonly scopes: ReadonlySet<string>
}
