import Type from 'typebox'
import { count, id, instant, notBlank, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { anyProblem, bodyProblem, type Operation } from '../operation.ts'
import { pageOf, pageQuery, searchText, sortDirection } from '../paging.ts'
import { source } from './contacts.ts'
import { IdResult } from './id-result.ts'

const name = Type.String({
  description: 'Name of the group. Names need not be unique.',
  minLength: 1,
  maxLength: 200,
  ...notBlank,
  examples: ['Retirement planning'],
})
const externalGroupId = (description: string) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 200, examples: ['crm-4711'] }))

export const GroupInput = Type.Object(
  {
    name,
    externalGroupId: externalGroupId(
      'Your own id for the group, unique on the account. Creating it again returns the existing group’s id.',
    ),
  },
  {
    $id: 'GroupInput',
    description: 'A group of contacts.',
    examples: [{ name: 'Retirement planning', externalGroupId: 'crm-4711' }],
  },
)
export type GroupInput = Type.Static<typeof GroupInput>

const GroupUpdate = Type.Object(
  { name },
  { $id: 'GroupUpdate', description: 'The new name of a group.', examples: [{ name: 'Retired' }] },
)

const contactIds = (description: string) =>
  Type.Optional(
    Type.Array(id({ description: 'Contact id.' }), {
      description,
      maxItems: limits.groupMembers,
      examples: [[5121]],
    }),
  )

const GroupMembersChange = Type.Object(
  {
    add: contactIds('Contacts to add. Those already in the group are left as they are.'),
    remove: contactIds('Contacts to remove. Those not in the group are left as they are.'),
  },
  {
    $id: 'GroupMembersChange',
    description: 'Contacts to add to the group and to remove from it.',
    examples: [{ add: [5121] }],
  },
)

const GroupMembersResult = Type.Object(
  {
    groupId: id({ description: 'Group id.' }),
    added: count({ description: 'How many contacts were added.' }),
    removed: count({ description: 'How many contacts were removed.' }),
    contactCount: count({ description: 'Number of contacts in the group afterwards.' }),
  },
  {
    $id: 'GroupMembersResult',
    description: 'What changed in the group.',
    examples: [{ groupId: 2049, added: 1, removed: 0, contactCount: 39 }],
  },
)

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
    description: 'One group.',
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
    search: searchText('Words of a group name, in any order and spelling.', ['retire']),
    externalGroupId: externalGroupId('Only the group with this id of yours.'),
  }),
  result: GroupPage,
  problems: anyProblem,
} as const satisfies Operation

const group = Type.Object({
  groupId: id({ description: 'Group id returned by a create or a search.', examples: [2049] }),
})

export const getGroup = {
  id: 'getGroup',
  method: 'GET',
  path: '/core/contact/groups/{groupId}',
  scope: 'core.contacts.read',
  tag: 'Groups',
  summary: 'Get a group',
  description: 'Returns one group. To list its contacts, search contacts with its groupId.',
  params: group,
  result: GroupSummary,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const updateGroup = {
  id: 'updateGroup',
  method: 'PUT',
  path: '/core/contact/groups/{groupId}',
  scope: 'core.contacts.write',
  tag: 'Groups',
  summary: 'Rename a group',
  description: 'Gives the group another name. Its contacts and your id for it stay.',
  params: group,
  body: GroupUpdate,
  result: IdResult,
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation

export const changeGroupMembers = {
  id: 'changeGroupMembers',
  method: 'POST',
  path: '/core/contact/groups/{groupId}/members',
  scope: 'core.contacts.write',
  tag: 'Groups',
  summary: 'Add and remove contacts of a group',
  description:
    'Adds contacts to the group and removes others, up to 200 each. If one of them is not in the address book, nothing changes. Repeating the request changes nothing.',
  params: group,
  body: GroupMembersChange,
  result: GroupMembersResult,
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation

export const deleteGroup = {
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/core/contact/groups/{groupId}',
  scope: 'core.contacts.write',
  tag: 'Groups',
  summary: 'Delete a group',
  description:
    'Deletes the group and its memberships at once, whatever its size; its name and externalGroupId can be used again. The contacts are kept. For a group of more than 500, dateTimeModified of its contacts changes within the next minutes.',
  params: group,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation
