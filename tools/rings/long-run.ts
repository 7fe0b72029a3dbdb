/** Part of the tests that a hand-in runs only if it touched what the run guards, or that only a release runs. */
export interface LongRun {
  readonly name: string
  /** 2: a hand-in runs it when it is due and the budget allows. 3: `npm run test:release` only. */
  readonly ring: 2 | 3
  /**
   * What it guards: rooms of the server, such as `delivery` or `identity/sign-in`, or paths from the root that begin with `/`.
   * The run is due as soon as one of them changes.
   */
  readonly guards: readonly string[]
  /** Test files, as globs from the root. Ring 1 runs every other test file. */
  readonly files?: readonly string[]
  /** Instead of test files: a script of package.json, with its arguments. */
  readonly script?: string
  /** Nothing else may run beside it. */
  readonly isAlone?: boolean
  /** Debian packages it needs besides PostgreSQL and Chromium's headless shell. */
  readonly packages?: readonly string[]
}

/** Paths from the root of what a run guards. */
export const guardedPaths = ({ guards }: LongRun): string[] =>
  guards.map(guard => (guard.startsWith('/') ? guard.slice(1) : `packages/server/src/${guard}`))
