import { oddCursor } from './cursor.ts'

interface NamedPlace {
  readonly name: string
  readonly id: number
}

/** Encodes where a page of a list by name ends. Opaque to clients. */
export const nameCursorOf = ({ name, id }: NamedPlace): string =>
  Buffer.from(JSON.stringify([name, id])).toString('base64url')

export function readNameCursor(cursor: string): NamedPlace {
  const [name, id] = partsOf(cursor)
  // PostgreSQL refuses a zero byte in a text.
  const isName = typeof name === 'string' && !name.includes('\0')
  if (!isName || typeof id !== 'number' || !Number.isSafeInteger(id)) throw oddCursor('cursor')
  return { name, id }
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
