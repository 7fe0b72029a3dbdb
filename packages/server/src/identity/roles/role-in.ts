interface Place {
  readonly personId: number
  readonly advisorId: number
}

/** The role in which somebody works in an advisor's account. */
export const roleIn = ({ personId, advisorId }: Place): 'advisor' | 'assistant' =>
  personId === advisorId ? 'advisor' : 'assistant'
