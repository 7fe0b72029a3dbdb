import Type from 'typebox'
import { limits } from '../limits.ts'

/** Growing lists are read by cursor: a page starts where the previous one ended, even if items were added since. */
export const cursorQuery = {
  cursor: Type.Optional(
    Type.String({
      description: '`nextCursor` of the previous page. Omit it for the first page.',
      pattern: '^[A-Za-z0-9_.-]{1,200}$',
    }),
  ),
  limit: Type.Integer({
    description: 'Items per page.',
    minimum: 1,
    maximum: limits.pageSizeMax,
    default: limits.pageSizeDefault,
  }),
}

/** The same for lists by name: the position holds one. */
export const nameCursorQuery = {
  ...cursorQuery,
  cursor: Type.Optional(
    Type.String({
      description: '`nextCursor` of the previous page, with the same filters. Omit it for the first page.',
      pattern: '^[A-Za-z0-9_-]+$',
      maxLength: limits.cursorCharacters,
    }),
  ),
}

export const cursorPageOf = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({
    data: Type.Array(item),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  })
