import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from './app-operation.ts'
import { count, id, instant, words } from './fields.ts'
import { limits } from './limits.ts'

/** What a column of a file may be: the fields of ContactInput. */
export const importFields = [
  'firstName',
  'lastName',
  'emailAddress',
  'nickname',
  'birthDate',
  'phone',
  'clientAnniversary',
  'gender',
  'maritalStatus',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
] as const
const field = Type.Enum([...importFields], { type: 'string', description: 'A field of ContactInput.' })

const importId = id({ description: 'Import id.' })
const anImport = Type.Object({ importId })

const LineRefusal = Type.Object({
  line: id({ description: 'Line of the file, from 1.' }),
  mistake: words({ description: 'Which field and what is wrong with it. It never quotes the value.' }),
})

export const ContactImport = Type.Object({
  importId,
  fileName: words({ description: 'As it was uploaded.' }),
  state: Type.Enum(['draft', 'waiting', 'running', 'finished', 'failed'], {
    type: 'string',
    description: 'draft: not begun. waiting: for the worker. failed: `problem` says why; what is done stays.',
  }),
  lines: count({ description: 'Lines in the file that are not blank, without the first.' }),
  linesDone: count({ description: 'How far it has come.' }),
  created: count({ description: 'Contacts so far. Of a draft: how many lines are right.' }),
  refused: count({ description: 'Lines that give no contact, so far. Of a draft: in all.' }),
  problem: Type.Optional(words({ description: 'Of one that failed.' })),
  dateTimeUploaded: instant({ description: 'When.' }),
  dateTimeFinished: Type.Optional(instant({ description: 'When.' })),
})
export type ContactImport = Type.Static<typeof ContactImport>

export const ContactImportDetail = Type.Object({
  ...ContactImport.properties,
  columns: Type.Array(
    Type.Object({
      title: Type.String({ description: 'As the first line has it.' }),
      field: Type.Optional(field),
      samples: Type.Array(Type.String(), { description: 'From the first lines.' }),
    }),
    { description: 'In the order of the file. Without a field, a column is left out.' },
  ),
  groupId: Type.Optional(id({ description: 'The group that the contacts join.' })),
  refusals: Type.Array(LineRefusal, {
    description: `The first ${limits.refusalsShown}; the whole list is a download.`,
  }),
  dateTimeImportedBefore: Type.Optional(
    instant({
      description: 'The very same file is in already, since then. Starting it again needs `again`.',
    }),
  ),
})
export type ContactImportDetail = Type.Static<typeof ContactImportDetail>

export const uploadContacts = {
  id: 'uploadContacts',
  method: 'POST',
  path: '/contact-imports',
  summary: 'Uploads a CSV file in UTF-8 and tells what an import would do. Nothing is imported yet',
  query: Type.Object({
    fileName: Type.String({ description: 'For the advisor to know it by.', minLength: 1, maxLength: 200 }),
  }),
  file: { mediaType: 'text/csv', bytesMax: limits.uploadBytes },
  result: ContactImportDetail,
  problems: appBodyProblem,
} as const satisfies AppOperation

const mapping = Type.Object({
  fields: Type.Array(Type.Unsafe<Type.Static<typeof field> | null>({ enum: [...importFields, null] }), {
    description: 'For each column of the file the field it holds; null leaves it out.',
    maxItems: 1_000,
  }),
})

export const mapContactColumns = {
  id: 'mapContactColumns',
  method: 'PUT',
  path: '/contact-imports/{importId}/columns',
  summary: 'Says which column is which field, and tells anew what an import would do. Of a draft only',
  params: anImport,
  body: mapping,
  result: ContactImportDetail,
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const startContactImport = {
  id: 'startContactImport',
  method: 'POST',
  path: '/contact-imports/{importId}/start',
  summary: 'Begins the import; the worker does it. 409 where the file is in already and `again` is not set',
  params: anImport,
  body: Type.Object({
    groupId: Type.Optional(id({ description: 'A group that every contact joins.' })),
    again: Type.Optional(Type.Boolean({ description: 'Imports a file anew that is in already.' })),
  }),
  result: ContactImportDetail,
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const listContactImports = {
  id: 'listContactImports',
  method: 'GET',
  path: '/contact-imports',
  summary: 'The latest twenty, the newest first',
  result: Type.Object({ data: Type.Array(ContactImport) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const getContactImport = {
  id: 'getContactImport',
  method: 'GET',
  path: '/contact-imports/{importId}',
  summary: 'How far an import has come, and which lines were refused',
  params: anImport,
  result: ContactImportDetail,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const discardContactImport = {
  id: 'discardContactImport',
  method: 'DELETE',
  path: '/contact-imports/{importId}',
  summary: 'Throws a draft away. Drafts go by themselves after a day',
  params: anImport,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const downloadRefusals = {
  id: 'downloadRefusals',
  method: 'GET',
  path: '/contact-imports/{importId}/refusals',
  summary: 'Every refused line and why, as CSV',
  params: anImport,
  download: true,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation
