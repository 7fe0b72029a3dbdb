import type { limits as contractLimits } from '@parley/contract'

/** Values that the build takes from the contract; see vite.config.ts. */
declare const contractOfBuild: {
  readonly base: string
  readonly accountHeader: string
  readonly backgroundHeader: string
  readonly eventsPath: string
  readonly limits: typeof contractLimits
  readonly operations: Readonly<Record<string, readonly [method: string, path: string]>>
}

export const { base, accountHeader, backgroundHeader, eventsPath, limits, operations } = contractOfBuild
