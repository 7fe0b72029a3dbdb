import Type from 'typebox'
import { count, id, instant, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './operation.ts'

/** Fields that a column can be mapped to: those of ContactInput. */
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

const LineNote = Type.Object({
  line: id({ description: 'Line of the file, from 1.' }),
  name: Type.Optional(words({ description: 'Whom the line is about.' })),
  kind: Type.Enum(['refused', 'doubt', 'duplicate'], {
    type: 'string',
    description:
      'refused: not imported. doubt: imported without a value. duplicate: in the address book already.',
  }),
  mistake: words({ description: 'What is wrong, with the value.' }),
})

export const ContactImport = Type.Object({
  importId,
  fileName: words({ description: 'Name of the uploaded file.' }),
  state: Type.Enum(['draft', 'waiting', 'running', 'finished', 'failed'], {
    type: 'string',
    description:
      'draft: not started. waiting: for a worker. failed: `problem` says why; contacts imported so far are kept.',
  }),
  lines: count({ description: 'Lines in the file, without the header and blank lines.' }),
  linesDone: count({ description: 'Lines processed so far.' }),
  created: count({ description: 'Contacts created so far. For a draft: number of valid lines.' }),
  refused: count({ description: 'Invalid lines so far. For a draft: in total.' }),
  duplicates: count({ description: 'People who are in the address book already, or twice in the file.' }),
  doubtful: count({ description: 'People who are imported without a value that cannot be read.' }),
  problem: Type.Optional(words({ description: 'Only if failed: why.' })),
  dateTimeUploaded: instant({ description: 'When it was uploaded.' }),
  dateTimeFinished: Type.Optional(instant({ description: 'When it finished.' })),
})
export type ContactImport = Type.Static<typeof ContactImport>

export const ContactImportDetail = Type.Object({
  ...ContactImport.properties,
  columns: Type.Array(
    Type.Object({
      title: Type.String({ description: 'Column title from the first line.' }),
      field: Type.Optional(field),
      samples: Type.Array(Type.String(), { description: 'Values from the first lines.' }),
    }),
    { description: 'In file order. A column without a field is skipped.' },
  ),
  groupId: Type.Optional(id({ description: 'Group that the contacts are added to.' })),
  encoding: words({ description: 'How the file is encoded.' }),
  notes: Type.Array(LineNote, {
    description: `The first ${limits.refusalsShown}; the full list is a download.`,
  }),
  dateTimeImportedBefore: Type.Optional(
    instant({
      description: 'When the same file was imported before. Importing it again requires `again`.',
    }),
  ),
})
export type ContactImportDetail = Type.Static<typeof ContactImportDetail>

export const uploadContacts = {
  id: 'uploadContacts',
  method: 'POST',
  path: '/contact-imports',
  summary: 'Uploads a CSV file and returns what an import would do. Nothing is imported yet',
  query: Type.Object({
    fileName: Type.String({ description: 'File name, shown to the advisor.', minLength: 1, maxLength: 200 }),
  }),
  file: { mediaType: 'text/csv', bytesMax: limits.uploadBytes },
  result: ContactImportDetail,
  problems: appBodyProblem,
} as const satisfies AppOperation

const mapping = Type.Object({
  fields: Type.Array(Type.Unsafe<Type.Static<typeof field> | null>({ enum: [...importFields, null] }), {
    description: 'The field for each column of the file; null skips the column.',
    maxItems: 1_000,
  }),
})

export const mapContactColumns = {
  id: 'mapContactColumns',
  method: 'PUT',
  path: '/contact-imports/{importId}/columns',
  summary: 'Maps columns to fields and returns what an import would do. Drafts only',
  params: anImport,
  body: mapping,
  result: ContactImportDetail,
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const startContactImport = {
  id: 'startContactImport',
  method: 'POST',
  path: '/contact-imports/{importId}/start',
  summary: 'Starts the import in the worker. 409 if the file was imported before and `again` is not set',
  params: anImport,
  body: Type.Object({
    groupId: Type.Optional(id({ description: 'Group to add every contact to.' })),
    again: Type.Optional(Type.Boolean({ description: 'Imports a file even if it was imported before.' })),
  }),
  result: ContactImportDetail,
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const listContactImports = {
  id: 'listContactImports',
  method: 'GET',
  path: '/contact-imports',
  summary: 'The latest twenty imports, newest first',
  result: Type.Object({ data: Type.Array(ContactImport) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const getContactImport = {
  id: 'getContactImport',
  method: 'GET',
  path: '/contact-imports/{importId}',
  summary: 'Progress of an import, and its invalid lines',
  params: anImport,
  result: ContactImportDetail,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const discardContactImport = {
  id: 'discardContactImport',
  method: 'DELETE',
  path: '/contact-imports/{importId}',
  summary: 'Deletes a draft. Drafts are deleted automatically after a day',
  params: anImport,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const downloadRefusals = {
  id: 'downloadRefusals',
  method: 'GET',
  path: '/contact-imports/{importId}/refusals',
  summary: 'Every line to correct and why, as CSV',
  params: anImport,
  download: true,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation
