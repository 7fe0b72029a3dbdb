import Type from 'typebox'
import { count } from './fields.ts'
import { limits } from './limits.ts'

/** The query parameters that every search takes. */
export const pageQuery = {
  page: Type.Integer({
    description: `Page number, from 1. page × pageSize may reach row ${limits.reachMax.toLocaleString('en-US')}.`,
    minimum: 1,
    maximum: limits.reachMax,
    default: 1,
    examples: [1],
  }),
  pageSize: Type.Integer({
    description: 'Items on a page.',
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
    page: Type.Integer({ description: 'The page asked for.', minimum: 1 }),
    pageSize: Type.Integer({
      description: 'The page size in force.',
      minimum: 1,
      maximum: limits.pageSizeMax,
    }),
    totalRecord: count({ description: 'How many items match in all, also past the last page.' }),
    sortDirection: Type.Enum(['asc', 'desc'], { type: 'string', description: 'Sort direction in force.' }),
    sortBy: Type.String({ description: 'Sort field in force.', minLength: 1 }),
  },
  {
    $id: 'PageInfo',
    description: 'Where the page stands in the whole result.',
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
    { data: Type.Array(item, { description: 'The items of this page.' }), pageInfo: PageInfo },
    {
      $id,
      description: 'One page of a search. A page past the end has no data and a true totalRecord.',
      examples: [{ data: item.examples, pageInfo }],
    },
  )
