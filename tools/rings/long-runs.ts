import { benchmarks } from './benchmarks.ts'
import { browsers } from './browsers.ts'
import { faultRuns } from './fault-runs.ts'
import type { LongRun } from './long-run.ts'
import { partners } from './partners.ts'
import { processes } from './processes.ts'
import { shipping } from './shipping.ts'

/** Every long run. A test requires that each room of the server is guarded by one, and that each guards something that exists. */
export const longRuns: readonly LongRun[] = [
  ...processes,
  ...browsers,
  ...partners,
  ...faultRuns,
  ...benchmarks,
  ...shipping,
]
