/** Upper limits in milliseconds. The last bucket is open. */
const firstLimitMs = 15_000
const bucketsOfDoubling = 2
const bucketCount = 32

const limitMs = (bucket: number): number => firstLimitMs * 2 ** (bucket / bucketsOfDoubling)

/** Columns of the histogram, in their order. */
export const waitColumns: readonly string[] = Array.from(
  { length: bucketCount },
  (_, bucket) => `w${String(bucket).padStart(2, '0')}`,
)

/** The bucket of a wait, as SQL. */
export const bucketSql = (waitedMs: string): string =>
  `width_bucket(${waitedMs}::float8, array[${Array.from({ length: bucketCount - 1 }, (_, bucket) => limitMs(bucket)).join(', ')}]::float8[])`

/**
 * The median of waits, or undefined without one. Inside its bucket it is interpolated, so it is off by the width of the bucket at
 * most: a factor of 1.41. Below the first limit and above the last there is no width, and the limit is returned.
 */
export function medianOf(histogram: readonly number[]): number | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let before = 0
  for (const [bucket, count] of histogram.entries()) {
    if (before + count >= total / 2) {
      if (bucket === 0) return firstLimitMs
      if (bucket === bucketCount - 1) return limitMs(bucketCount - 2)
      const share = (total / 2 - before) / count
      return limitMs(bucket - 1) * 2 ** (share / bucketsOfDoubling)
    }
    before += count
  }
  return undefined
}
