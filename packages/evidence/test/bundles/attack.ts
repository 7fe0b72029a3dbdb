import type { BundleEntry, BundleInput, VerdictName } from '../../src/index.ts'
import type { HistoryEntry } from './make-history.ts'
import type { SealedLog } from './seal-history.ts'

export type Random = (below: number) => number

export interface Attack {
  readonly input: BundleInput
  readonly failing: VerdictName
  /** Number of the entry that the report must name. */
  readonly seq: number | undefined
}

export interface Victim {
  readonly history: readonly HistoryEntry[]
  readonly log: SealedLog
  readonly random: Random
}

/** Whose entries are shown. */
export const owner = 0
export const entriesOf = (log: SealedLog): BundleEntry[] => log.entries.filter(entry => entry.owner === owner)
export const any = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
