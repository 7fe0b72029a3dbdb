import { oddCursor } from './errors.ts'

/** Where a page ends, as so many whole numbers. */
export const cursorOf = (position: readonly number[]): string => position.join('.')

/** The position that a cursor names; without one, that before everything. */
export function positionOf(cursor: string | undefined, beginning: readonly number[]): readonly number[] {
  if (cursor === undefined) return beginning
  const position = cursor.split('.').map(part => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN))
  if (position.length !== beginning.length || !position.every(Number.isSafeInteger)) throw oddCursor()
  return position
}

/** After everything that there is. */
export const farthest = Number.MAX_SAFE_INTEGER
/** The same for a time, as a date can hold it. */
export const farthestMs = 8_640_000_000_000_000
