type Login = {
  readonly accountId: string
  /** Time in whole seconds. Without it the library uses the time at which the browser returns. */
  readonly ts: number
}

/** Login result: the advisor has signed in now. */
export const loginOf = ({ identifier }: { readonly identifier: string }): Login => ({
  accountId: identifier,
  ts: Math.floor(Date.now() / 1_000),
})
