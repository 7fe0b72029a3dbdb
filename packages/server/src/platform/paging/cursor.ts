import { Problem } from '../problem/problem.ts'

/** Encodes the position where a page ends, as integers. */
export const cursorOf = (position: readonly number[]): string => position.join('.')

/** Decodes a cursor into its position; without a cursor, returns the beginning. */
export function positionOf(
  cursor: string | undefined,
  beginning: readonly number[],
  parameter = 'cursor',
): readonly number[] {
  if (cursor === undefined) return beginning
  const position = cursor.split('.').map(part => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN))
  if (position.length !== beginning.length || !position.every(Number.isSafeInteger))
    throw oddCursor(parameter)
  return position
}

/** A position after every entry. */
export const farthest = Number.MAX_SAFE_INTEGER
/** The same for times: the latest time a Date can hold. */
export const farthestMs = 8_640_000_000_000_000

export const oddCursor = (parameter: string): Problem =>
  new Problem('invalid_request', `${parameter} does not belong to this list.`, {
    details: { errors: [{ path: `/${parameter}`, message: 'is not a position in this list' }] },
  })
