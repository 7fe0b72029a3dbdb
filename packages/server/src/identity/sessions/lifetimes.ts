/** How long a session of the advisor's own app lasts, in seconds. */
export const sessionLifetimes = {
  whole: 12 * 3_600,
  /** Without a request that the advisor made; live updates and what the app asks by itself do not count. */
  idle: 2 * 3_600,
  /** How long a sign-in is fresh enough to add or remove a way of signing in. */
  fresh: 10 * 60,
} as const
