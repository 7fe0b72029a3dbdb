import type { Database } from '../../platform/db/pool.ts'
import { checkpointSizes, checkpointsOf, placesBetween, type StampedCheckpoint } from './queries.ts'

/** Together with those at the ends fewer than the 10,000 that the verifier takes. */
const cosignedMax = 7_000
const stampedMax = 2_900
/** Two of them stay below the hour that the verifier allows. */
const coarseMinutes = 20

interface CosignedLog {
  readonly origin: string
  readonly maxSize: number
  /** Of the keys of witnesses that count. */
  readonly names: readonly string[]
  /** So many of them at least are a quorum. */
  readonly least: number
}

interface ChainRange {
  readonly advisorId: number
  readonly firstSeq: number
  readonly lastSeq: number
}

interface Around {
  readonly cosigned: readonly number[]
  readonly stamped: readonly number[]
}

/**
 * The checkpoints right before and after each entry, so far as the limit allows: others do not narrow down its time. Only witnesses say that an entry was not
 * there yet, so nearly all are theirs. A time stamp says by when it was there.
 */
export async function findCheckpointsBetween(
  database: Database,
  { origin, maxSize, names, least }: CosignedLog,
  { advisorId, firstSeq, lastSeq }: ChainRange,
): Promise<StampedCheckpoint[]> {
  const around = async (everyMinutes: number): Promise<Around> => {
    const all = await checkpointSizes(database, [origin, maxSize, names, least, everyMinutes])
    const cosigned = all.filter(({ isCosigned }) => isCosigned).map(({ size }) => size)
    const stamped = all.filter(({ isStamped }) => isStamped).map(({ size }) => size)
    const [amongCosigned, amongStamped] = await Promise.all(
      [cosigned, stamped].map(sizes => placesBetween(database, [advisorId, firstSeq, lastSeq, sizes])),
    )
    const near = (amongCosigned ?? []).flatMap(({ place }) =>
      cosigned.slice(Math.max(0, place - 1), place + 1),
    )
    const after = (amongStamped ?? []).flatMap(({ place }) => stamped.slice(place, place + 1))
    return { cosigned: [...new Set(near)], stamped: [...new Set(after)] }
  }
  const fine = await around(1)
  const { cosigned, stamped } = fine.cosigned.length <= cosignedMax ? fine : await around(coarseMinutes)
  return checkpointsOf(database, [origin, [...evenly(cosigned, cosignedMax), ...evenly(stamped, stampedMax)]])
}

/** At most so many of them, with the first and the last one. */
function evenly(sizes: readonly number[], max: number): number[] {
  if (sizes.length <= max) return [...sizes]
  const step = (sizes.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, place) => sizes[Math.round(place * step)] ?? 0)
}
