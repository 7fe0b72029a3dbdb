/** Lifetimes of a session of the advisor app, in seconds. */
export const sessionLifetimes = {
  whole: 12 * 3_600,
  /** Without a request by the advisor; live updates and background reads do not count. */
  idle: 2 * 3_600,
  /** How long a sign-in counts as recent, for adding or removing a sign-in method. */
  fresh: 10 * 60,
} as const
