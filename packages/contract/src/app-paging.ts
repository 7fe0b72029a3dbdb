import Type from 'typebox'
import { limits } from './limits.ts'

/** Lists that grow at one end are read by cursor: a page begins where the one before it ended, whatever has come since. */
export const cursorQuery = {
  cursor: Type.Optional(
    Type.String({
      description: '`nextCursor` of the page before. Without it, the first page.',
      pattern: '^[A-Za-z0-9_.-]{1,200}$',
    }),
  ),
  limit: Type.Integer({
    description: 'Items on a page.',
    minimum: 1,
    maximum: limits.pageSizeMax,
    default: limits.pageSizeDefault,
  }),
}

export const cursorPageOf = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({
    data: Type.Array(item),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  })
