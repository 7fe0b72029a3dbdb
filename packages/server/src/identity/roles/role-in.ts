interface Place {
  readonly advisorId: number
  /** Accounts that the person holds. */
  readonly held: readonly number[]
}

/** The role in which somebody works in an advisor's account. */
export const roleIn = ({ advisorId, held }: Place): 'advisor' | 'assistant' =>
  held.includes(advisorId) ? 'advisor' : 'assistant'
