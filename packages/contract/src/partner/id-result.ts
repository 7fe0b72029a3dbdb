import Type from 'typebox'
import { limits } from '../limits.ts'

export const IdResult = Type.Object(
  {
    id: Type.Integer({
      minimum: 0,
      maximum: limits.idMax,
      description: 'Id of the created or changed resource.',
      examples: [5121],
    }),
  },
  { $id: 'IdResult', description: 'The id of the created or changed resource.', examples: [{ id: 5121 }] },
)
export type IdResult = Type.Static<typeof IdResult>
