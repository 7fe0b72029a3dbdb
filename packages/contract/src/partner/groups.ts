import Type from 'typebox'
import { count, id, instant, words } from '../fields.ts'
import { anyProblem, bodyProblem, type Operation } from '../operation.ts'
import { pageOf, pageQuery, searchText, sortDirection } from '../paging.ts'
import { source } from './contacts.ts'
import { IdResult } from './id-result.ts'

export const GroupInput = Type.Object(
  {
    name: Type.String({
      description: 'Name of the group. Names need not be unique.',
      minLength: 1,
      maxLength: 200,
      examples: ['Retirement planning'],
    }),
    externalGroupId: Type.Optional(
      Type.String({
        description:
          'Your own id for the group, unique on the account. Creating it again returns the existing group’s id.',
        minLength: 1,
        maxLength: 200,
        examples: ['crm-4711'],
      }),
    ),
  },
  {
    $id: 'GroupInput',
    description: 'A group of contacts.',
    examples: [{ name: 'Retirement planning', externalGroupId: 'crm-4711' }],
  },
)
export type GroupInput = Type.Static<typeof GroupInput>

export const GroupSummary = Type.Object(
  {
    groupId: id({ description: 'Group id.', examples: [2049] }),
    externalId: Type.Optional(words({ description: 'Your own id for the group.' })),
    name: words({ description: 'Name of the group.' }),
    dateTimeCreated: instant({ description: 'When it was created.' }),
    dateTimeModified: instant({ description: 'When it was last changed.' }),
    contactCount: count({ description: 'Number of contacts in the group.' }),
    source,
  },
  {
    $id: 'GroupSummary',
    description: 'One group in a list.',
    examples: [
      {
        groupId: 2049,
        externalId: 'crm-4711',
        name: 'Retirement planning',
        dateTimeCreated: '2026-11-11T14:30:00.000Z',
        dateTimeModified: '2026-11-11T14:30:00.000Z',
        contactCount: 38,
        source: 1,
      },
    ],
  },
)
export type GroupSummary = Type.Static<typeof GroupSummary>

export const GroupPage = pageOf('GroupPage', GroupSummary, {
  page: 1,
  pageSize: 50,
  totalRecord: 1,
  sortDirection: 'asc',
  sortBy: 'name',
})
export type GroupPage = Type.Static<typeof GroupPage>

export const createGroup = {
  id: 'createGroup',
  method: 'POST',
  path: '/core/contact/groups',
  scope: 'core.contacts.write',
  tag: 'Groups',
  summary: 'Create a group',
  description: 'Creates a group, or returns the id of the one that already has this externalGroupId.',
  body: GroupInput,
  result: IdResult,
  problems: bodyProblem,
} as const satisfies Operation

export const searchGroups = {
  id: 'searchGroups',
  method: 'GET',
  path: '/core/contact/groups',
  scope: 'core.contacts.read',
  tag: 'Groups',
  summary: 'Search groups',
  description: 'Lists the advisor’s groups by name. Groups with the same name are ordered by groupId.',
  query: Type.Object({
    ...pageQuery,
    sortDirection,
    search: searchText('Part of a group name.', ['retire']),
  }),
  result: GroupPage,
  problems: anyProblem,
} as const satisfies Operation

export const deleteGroup = {
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/core/contact/groups/{groupId}',
  scope: 'core.contacts.write',
  tag: 'Groups',
  summary: 'Delete a group',
  description: 'Deletes the group and its memberships. The contacts are kept.',
  params: Type.Object({
    groupId: id({ description: 'Group id returned by a create or a search.', examples: [2049] }),
  }),
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation
