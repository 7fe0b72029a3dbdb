import { Problem } from '../../http/problem.ts'

interface Place {
  readonly at: Date
  readonly entryId: number
}

/** Where a page of the journal ends. */
export const cursorOfEntry = ({ at, entryId }: Place): string => `${at.getTime()}.${entryId}`

export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, at, entryId] = /^(\d{1,15})\.(\d{1,16})$/.exec(cursor) ?? []
  if (at === undefined || !Number.isSafeInteger(Number(entryId))) {
    throw new Problem('invalid_request', 'The cursor is not one that this list has given out.', {
      details: { errors: [{ path: '/cursor', message: 'is not one that this list has given out' }] },
    })
  }
  return { at: new Date(Number(at)), entryId: Number(entryId) }
}
