import Type from 'typebox'
import { id } from '../fields.ts'
import { limits } from '../limits.ts'

export const GroupMembership = Type.Object(
  {
    groupIds: Type.Optional(
      Type.Array(id({ description: 'Group id.' }), {
        description: 'Groups that the contact will be in.',
        maxItems: limits.groupIds,
        examples: [[2049, 3073]],
      }),
    ),
    isSelectAllGroup: Type.Optional(
      Type.Boolean({ description: 'True puts the contact in every group; `groupIds` is then ignored.' }),
    ),
  },
  {
    $id: 'GroupMembership',
    description: 'The complete set of groups of a contact. Send groupIds, or set isSelectAllGroup to true.',
    examples: [{ groupIds: [2049, 3073] }],
  },
)
export type GroupMembership = Type.Static<typeof GroupMembership>
