import Type from 'typebox'
import { id, instantInput, phone } from '../fields.ts'
import { limits } from '../limits.ts'
import { anyProblem, bodyProblem, type Operation } from '../operation.ts'
import { pageQuery, searchText, sortDirection } from '../paging.ts'
import { externalContactId } from './contact-batch.ts'
import {
  ContactDetail,
  ContactInput,
  ContactPage,
  ContactUpdate,
  ContactUpdateResult,
  contactId,
} from './contacts.ts'
import { GroupMembership } from './group-membership.ts'
import { IdResult } from './id-result.ts'

const contact = Type.Object({ contactId: contactId('Contact id returned by a create or a search.') })

export const createContact = {
  id: 'createContact',
  method: 'POST',
  path: '/core/contact/contacts',
  scope: 'core.contacts.write',
  tag: 'Contacts',
  summary: 'Create a contact',
  description:
    'Adds a contact to the advisor’s address book. Two contacts may share a phone number. If a contact with this `externalContactId` exists, its id is returned and nothing changes, so that a sync can run twice.',
  body: ContactInput,
  result: IdResult,
  problems: bodyProblem,
} as const satisfies Operation

export const updateContact = {
  id: 'updateContact',
  method: 'PUT',
  path: '/core/contact/contacts/{contactId}',
  scope: 'core.contacts.write',
  tag: 'Contacts',
  summary: 'Update a contact',
  description:
    'Replaces the fields that are present and keeps the others; null clears a field. If the phone number changes, scheduled texts to the old number are held, unless `scheduledMessages` says otherwise or another contact has that number too. Consent and texts stay with the number.',
  params: contact,
  body: ContactUpdate,
  result: ContactUpdateResult,
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation

export const getContact = {
  id: 'getContact',
  method: 'GET',
  path: '/core/contact/contacts/{contactId}',
  scope: 'core.contacts.read',
  tag: 'Contacts',
  summary: 'Get a contact',
  description: 'Returns one contact with all its fields.',
  params: contact,
  result: ContactDetail,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const searchContacts = {
  id: 'searchContacts',
  method: 'GET',
  path: '/core/contact/contacts',
  scope: 'core.contacts.read',
  tag: 'Contacts',
  summary: 'Search contacts',
  description:
    'Returns a page of contacts, for dashboards and reconciliation. Contacts with equal sort values are ordered by contactId. To read them all, follow `nextCursor` with `after`: unlike page numbers, it neither repeats nor skips contacts when others are added or deleted meanwhile.',
  query: Type.Object({
    ...pageQuery,
    sortBy: Type.Enum(
      ['fullName', 'email', 'emailStatus', 'groupCount', 'source', 'dateTimeCreated', 'dateTimeModified'],
      {
        type: 'string',
        description: 'Sort field.',
        default: 'fullName',
      },
    ),
    sortDirection,
    search: searchText(
      'Words of a name, nickname, e-mail address or phone number, in any order. Case, accents, apostrophes and the format of a phone number are ignored.',
      ['alvarez'],
    ),
    after: Type.Optional(
      Type.String({
        description:
          'The `nextCursor` of the page before, with the same sort order and filters. `page` is then ignored.',
        pattern: '^[A-Za-z0-9_-]+$',
        maxLength: limits.cursorCharacters,
      }),
    ),
    groupId: Type.Optional(id({ description: 'Only contacts in this group.', examples: [2049] })),
    phone: Type.Optional(
      phone({ description: 'Only contacts with this phone number.', examples: ['+12025550123'] }),
    ),
    externalContactId: Type.Optional(externalContactId('Only the contact with this id of yours.')),
    modifiedSince: Type.Optional(
      instantInput({
        description: 'Only contacts created or changed at or after this instant.',
        examples: ['2026-11-01T00:00:00.000Z'],
      }),
    ),
  }),
  result: ContactPage,
  problems: anyProblem,
} as const satisfies Operation

export const deleteContact = {
  id: 'deleteContact',
  method: 'DELETE',
  path: '/core/contact/contacts/{contactId}',
  scope: 'core.contacts.write',
  tag: 'Contacts',
  summary: 'Delete a contact',
  description:
    'Removes the contact from every read immediately. Its texts, consent record and archive are kept.',
  params: contact,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const replaceContactGroups = {
  id: 'replaceContactGroups',
  method: 'PUT',
  path: '/core/contact/contacts/{contactId}/groups',
  scope: 'core.contacts.write',
  tag: 'Contacts',
  summary: 'Replace the groups of a contact',
  description: 'Puts the contact in exactly these groups. An unknown group fails the request.',
  params: contact,
  body: GroupMembership,
  result: IdResult,
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation
