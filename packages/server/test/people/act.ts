/** A command that an operator runs, and the journal entry that it must leave. */
export interface Act {
  readonly command: string
  readonly args: () => readonly string[]
  readonly kind: string
  /** Standard input. A command that reads it runs as a separate process. */
  readonly input?: string
  /** Owner of the journal entry. */
  readonly owner: 'advisor' | 'firm' | 'installation'
}
