import { Problem } from '../../platform/problem/problem.ts'
import type { ContactCursor, ContactOrder, SummaryRow } from './page-queries.ts'

interface Sorting {
  readonly sortBy: ContactOrder
  readonly sortDirection: 'asc' | 'desc'
}

/** Opaque to clients; it holds the order, so that it cannot be used in another. */
export const contactCursorOf = (
  { sortBy, sortDirection }: Sorting,
  { sortKey, id }: Pick<SummaryRow, 'sortKey' | 'id'>,
): string => Buffer.from(JSON.stringify([sortBy, sortDirection, sortKey, id])).toString('base64url')

const isDigit = (key: string): boolean => /^[0-9]$/.test(key)
/** As the database writes it: in UTC, in milliseconds. */
const isInstant = (key: string): boolean => {
  const ms = Date.parse(key)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === key
}
const fitsOrder: Partial<Record<ContactOrder, (key: string) => boolean>> = {
  emailStatus: isDigit,
  source: isDigit,
  groupCount: key => /^[0-9]{1,9}$/.test(key),
  dateTimeCreated: isInstant,
  dateTimeModified: isInstant,
}

export function readContactCursor(after: string, { sortBy, sortDirection }: Sorting): ContactCursor {
  const [by, direction, key, id] = partsOf(after)
  const fits =
    by === sortBy &&
    direction === sortDirection &&
    typeof key === 'string' &&
    !key.includes('\0') &&
    (fitsOrder[sortBy]?.(key) ?? true) &&
    Number.isSafeInteger(id)
  if (!fits) throw oddCursor()
  return { key, id: id as number }
}

function partsOf(after: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const oddCursor = (): Problem =>
  new Problem('invalid_request', 'after is not a position in this list and order.', {
    details: { errors: [{ path: '/after', message: 'is not a position in this list and order' }] },
  })
