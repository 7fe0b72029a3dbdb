import type { Dice } from '../../packages/server/src/addressbook/create-dice.ts'
import type { Handsets } from '../load/handsets.ts'
import type { Recipients } from '../load/recipients.ts'
import type { DatabasePair, FailOver } from '../machine/database-pair.ts'
import type { Installation } from '../machine/installation.ts'
import type { ServiceDatabase } from '../machine/service-database.ts'

/** What a fault works on. */
export interface Scene<Kept extends ServiceDatabase = DatabasePair> {
  readonly installation: Installation<Kept>
  readonly handsets: Handsets
  readonly recipients: Recipients
  readonly roll: Dice
  /** How long the carrier answers in an odd way. */
  readonly carrierOddMs: number
  readonly failOvers: FailOver[]
}

/** A kind of fault. */
export interface FaultKind {
  readonly name: string
  /** Whether it can be done now: the primary may be killed only while it has a standby. */
  isPossible(scene: Scene): boolean
  /** Does it, tells what exactly, and resolves when all is whole again. */
  run(scene: Scene, tell: (detail: string) => void): Promise<void>
}
