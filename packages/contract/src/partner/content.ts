import Type from 'typebox'
import { words } from '../fields.ts'
import { anyProblem, type Operation } from '../operation.ts'
import { pageOf, pageQuery, searchText } from '../paging.ts'

export const ContentItem = Type.Object(
  {
    title: words({ description: 'Title.' }),
    url: Type.String({ format: 'uri', description: 'URL of the item.' }),
  },
  {
    $id: 'ContentItem',
    description: 'One item in the content library.',
    examples: [
      {
        title: 'Five questions to ask before you retire',
        url: 'https://library.parley.localhost/five-questions-before-you-retire',
      },
    ],
  },
)
export type ContentItem = Type.Static<typeof ContentItem>

export const ContentPage = pageOf('ContentPage', ContentItem, {
  page: 1,
  pageSize: 50,
  totalRecord: 1,
  sortDirection: 'desc',
  sortBy: 'relevance',
})
export type ContentPage = Type.Static<typeof ContentPage>

export const searchContent = {
  id: 'searchContent',
  method: 'GET',
  path: '/core/content/library/search',
  scope: 'core.content.read',
  tag: 'Content',
  summary: 'Search the content library',
  description:
    'Returns shared items and items of the advisor’s firm: by relevance if `search` is present, otherwise newest first.',
  query: Type.Object({
    contentType: Type.Enum(['All', 'WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent'], {
      type: 'string',
      description: 'Only items of this type.',
      default: 'All',
    }),
    search: searchText('Words to search for.', ['retire']),
    ...pageQuery,
  }),
  result: ContentPage,
  problems: anyProblem,
} as const satisfies Operation
