import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Bystanders } from '../load/bystanders.ts'
import type { Handsets } from '../load/handsets.ts'
import type { Recipients } from '../load/recipients.ts'
import type { DatabasePair } from '../machine/database-pair.ts'
import type { Installation } from '../machine/installation.ts'
import type { FailOver, ServiceDatabase } from '../machine/service-database.ts'

/** Context of a fault. */
export interface Scene<Kept extends ServiceDatabase = DatabasePair> {
  readonly installation: Installation<Kept>
  readonly handsets: Handsets
  readonly recipients: Recipients
  readonly bystanders: Bystanders
  /** Marker in every text, so that the checks recognize texts of this run. */
  readonly mark: string
  readonly random: SeededRandom
  /** How long the carrier misbehaves. */
  readonly carrierOddMs: number
  readonly failOvers: FailOver[]
}

/** A kind of fault. */
export interface FaultKind {
  readonly name: string
  /** Whether it can be done now: the primary may be killed only while it has a standby. */
  isPossible(scene: Scene): boolean
  /** Injects the fault, reports it, and resolves when everything has recovered. */
  run(scene: Scene, tell: (detail: string) => void): Promise<void>
}
