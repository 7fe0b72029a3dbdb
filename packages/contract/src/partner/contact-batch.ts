import Type from 'typebox'
import { checkedByLineKeyword, notBlank, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { bodyProblem, type Operation } from '../operation.ts'
import { ContactInput, contactId } from './contacts.ts'

export const externalContactId = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 200, ...notBlank, examples: ['crm-8842'] })

export const ContactUpsert = Type.Object(
  {
    ...ContactInput.properties,
    externalContactId: externalContactId('Your own id of the person, unique in the address book.'),
  },
  {
    $id: 'ContactUpsert',
    description:
      'A contact to create, or the fields to replace in the one that has this externalContactId. As in an update, absent fields are kept and null clears a field.',
    examples: [
      { externalContactId: 'crm-8842', firstName: 'Maria', lastName: 'Alvarez', phone: '+12025550123' },
    ],
  },
)
export type ContactUpsert = Type.Static<typeof ContactUpsert>

const ContactBatch = Type.Object(
  {
    contacts: Type.Array(ContactUpsert, {
      description:
        'Up to 200 contacts. Each is checked by itself: one that is invalid does not stop the others.',
      minItems: 1,
      maxItems: limits.batchContacts,
      [checkedByLineKeyword]: true,
    }),
  },
  {
    $id: 'ContactBatch',
    description: 'Contacts to create or update.',
    examples: [
      {
        contacts: [
          { externalContactId: 'crm-8842', firstName: 'Maria', lastName: 'Alvarez', phone: '+12025550123' },
        ],
      },
    ],
  },
)

export const upsertOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const

const ContactBatchLine = Type.Object(
  {
    externalContactId: Type.Optional(words({ description: 'Your own id, if the line had one.' })),
    contactId: Type.Optional(contactId('Contact id, unless the line failed.')),
    outcome: Type.Enum([...upsertOutcomes], { type: 'string', description: 'What became of this line.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'JSON pointer into the line.' }),
          message: words({ description: 'What is wrong.' }),
        }),
        { description: 'Why it failed, at most ten.' },
      ),
    ),
  },
  {
    $id: 'ContactBatchLine',
    description: 'The result of one line.',
    examples: [{ externalContactId: 'crm-8842', contactId: 5121, outcome: 'created' }],
  },
)

const ContactBatchResult = Type.Object(
  {
    results: Type.Array(ContactBatchLine, {
      description: 'One result per line, in the order of the request.',
    }),
  },
  {
    $id: 'ContactBatchResult',
    description: 'What became of each line.',
    examples: [
      {
        results: [
          { externalContactId: 'crm-8842', contactId: 5121, outcome: 'created' },
          {
            externalContactId: 'crm-8843',
            outcome: 'failed',
            errors: [{ path: '/phone', message: 'must be in E.164 format' }],
          },
        ],
      },
    ],
  },
)

export const upsertContacts = {
  id: 'upsertContacts',
  method: 'POST',
  path: '/core/contact/contacts/batch',
  scope: 'core.contacts.write',
  tag: 'Contacts',
  summary: 'Create or update many contacts',
  description:
    'Creates or updates up to 200 contacts by your own ids, with a result for each. Valid lines are written together; a failed line changes nothing. If a phone number changes, scheduled texts to the old number are held.',
  body: ContactBatch,
  result: ContactBatchResult,
  problems: bodyProblem,
} as const satisfies Operation
