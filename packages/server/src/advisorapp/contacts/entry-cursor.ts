import { Problem } from '../../platform/problem/problem.ts'

interface Place {
  readonly at: Date
  readonly entryId: number
}

/** The end of a journal page. */
export const cursorOfEntry = ({ at, entryId }: Place): string => `${at.getTime()}.${entryId}`

export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, at, entryId] = /^(\d{1,15})\.(\d{1,16})$/.exec(cursor) ?? []
  if (at === undefined || !Number.isSafeInteger(Number(entryId))) {
    throw new Problem('invalid_request', 'The cursor does not belong to this list.', {
      details: { errors: [{ path: '/cursor', message: 'is not a cursor of this list' }] },
    })
  }
  return { at: new Date(Number(at)), entryId: Number(entryId) }
}
