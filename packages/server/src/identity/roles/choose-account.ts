interface Choice {
  readonly personId: number
  /** Advisors for whom the person can act. */
  readonly accounts: readonly number[]
  /** The account that the page shows. */
  readonly wanted: number | undefined
}

/** The account that a request is for. It is never guessed among several: a text must not come from the wrong advisor. */
export function chooseAccount({ personId, accounts, wanted }: Choice): number | undefined {
  if (wanted !== undefined) return accounts.find(advisorId => advisorId === wanted)
  return (
    accounts.find(advisorId => advisorId === personId) ?? (accounts.length === 1 ? accounts[0] : undefined)
  )
}
