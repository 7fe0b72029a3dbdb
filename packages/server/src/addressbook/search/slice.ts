/** Position of a page in an ordered set. */
export interface Slice {
  readonly limit: number
  readonly offset: number
  /** Read from the other end, with rows in reverse order. */
  readonly isReversed: boolean
}

interface Page {
  readonly page: number
  readonly pageSize: number
}

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize

/** The cheaper way to read a page: past the middle it counts from the end, if the total is known. */
export function sliceOf(page: Page, total: number | undefined): Slice {
  const offset = offsetOf(page)
  if (total === undefined || offset <= total / 2) return { limit: page.pageSize, offset, isReversed: false }
  const limit = Math.max(0, Math.min(page.pageSize, total - offset))
  return { limit, offset: Math.max(0, total - offset - limit), isReversed: true }
}

/** The total that a page itself reveals: it is the last page and not past the end. */
export function totalShownBy(page: Page, rows: number): number | undefined {
  const offset = offsetOf(page)
  const isLast = rows < page.pageSize && (rows > 0 || offset === 0)
  return isLast ? offset + rows : undefined
}
