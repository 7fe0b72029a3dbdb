/** What a command may touch besides the network. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  /** Given when the user stops the command. */
  readonly signal: AbortSignal
}

/** The command was called the wrong way: the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** It could not be done, for a reason that the message says: the exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
