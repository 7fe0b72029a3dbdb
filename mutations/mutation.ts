export interface Mutation {
  /** The guarantee that the mutation removes. */
  readonly name: string
  readonly file: string
  /** Must occur exactly once in the file. */
  readonly search: string
  readonly replacement: string
  /** Test files that must fail. */
  readonly tests: readonly string[]
}
