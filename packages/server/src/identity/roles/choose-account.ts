interface Choice {
  readonly personId: number
  /** Advisors for whom the person can act. */
  readonly accounts: readonly number[]
  /** Those of them that are the person's own. */
  readonly held: readonly number[]
  /** The account that the page shows. */
  readonly wanted: number | undefined
}

/** The account that a request is for. It is never guessed among several: a text must not come from the wrong advisor. */
export function chooseAccount({ personId, accounts, held, wanted }: Choice): number | undefined {
  if (wanted !== undefined) return accounts.find(advisorId => advisorId === wanted)
  return held.find(advisorId => advisorId === personId) ?? (accounts.length === 1 ? accounts[0] : undefined)
}
