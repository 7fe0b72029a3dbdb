import Type from 'typebox'
import { count } from './fields.ts'
import { limits } from './limits.ts'

/** Query parameters of every search. */
export const pageQuery = {
  page: Type.Integer({
    description: 'Page number, from 1. A page past the end is empty.',
    minimum: 1,
    default: 1,
    examples: [1],
  }),
  pageSize: Type.Integer({
    description: 'Items per page.',
    minimum: 1,
    maximum: limits.pageSizeMax,
    default: limits.pageSizeDefault,
    examples: [25],
  }),
}

export const sortDirection = Type.Enum(['asc', 'desc'], {
  type: 'string',
  description: 'Sort direction.',
  default: 'asc',
})

export const searchText = (description: string, examples: readonly string[]) =>
  Type.Optional(Type.String({ description, maxLength: limits.searchCharacters, examples }))

export const PageInfo = Type.Object(
  {
    page: Type.Integer({ description: 'The requested page.', minimum: 1 }),
    pageSize: Type.Integer({
      description: 'The page size used.',
      minimum: 1,
      maximum: limits.pageSizeMax,
    }),
    totalRecord: count({ description: 'Total number of matching items on all pages.' }),
    sortDirection: Type.Enum(['asc', 'desc'], { type: 'string', description: 'Sort direction used.' }),
    sortBy: Type.String({ description: 'Sort field used.', minLength: 1 }),
    nextCursor: Type.Optional(
      Type.String({
        description:
          'Of contacts: send it as `after` for what follows. Absent when nothing follows, and in other searches.',
        minLength: 1,
      }),
    ),
  },
  {
    $id: 'PageInfo',
    description: 'Position of the page in the whole result.',
    examples: [{ page: 1, pageSize: 50, totalRecord: 2, sortDirection: 'asc', sortBy: 'fullName' }],
  },
)
export type PageInfo = Type.Static<typeof PageInfo>

export const pageOf = <Item extends Type.TSchema & { examples?: unknown }>(
  $id: string,
  item: Item,
  pageInfo: PageInfo,
) =>
  Type.Object(
    { data: Type.Array(item, { description: 'Items on this page.' }), pageInfo: PageInfo },
    {
      $id,
      description: 'One page of a search. A page past the end has empty data and the correct totalRecord.',
      examples: [{ data: item.examples, pageInfo }],
    },
  )
