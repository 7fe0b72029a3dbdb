import Type from 'typebox'
import {
  calendarDate,
  count,
  emailAddress,
  id,
  instant,
  notBlank,
  nullable,
  phone,
  words,
} from '../fields.ts'
import { pageOf } from '../paging.ts'
import { emailStatuses, genders, maritalStatuses, sources } from './contact-values.ts'

const legend = (values: Record<number, string>) =>
  Object.entries(values)
    .map(([number, meaning]) => `${number} ${meaning}`)
    .join(', ')

const oneOf = (type: 'integer' | 'number', what: string, values: Record<number, string>, example: number) =>
  Type.Unsafe<number>({
    type,
    enum: Object.keys(values).map(Number),
    description: `${what}: ${legend(values)}.`,
    examples: [example],
  })

const gender = oneOf('number', 'Gender (ISO/IEC 5218)', genders, 2)
const maritalStatus = oneOf('number', 'Marital status', maritalStatuses, 2)
export const source = oneOf('integer', 'Where it came from', sources, 1)
const sourceText = Type.Enum([...sources], { type: 'string', description: '`source` as text.' })

const text = (description: string, maxLength: number, example: string, rules: object = {}) =>
  Type.Optional(
    nullable(
      Type.String({
        description,
        ...rules,
        maxLength,
        examples: [example],
      }),
    ),
  )

const filled = { minLength: 1, ...notBlank }

export const ContactInput = Type.Object(
  {
    firstName: text('Given name.', 200, 'Maria', filled),
    lastName: text('Family name.', 200, 'Alvarez', filled),
    emailAddress: text('E-mail address.', 320, 'maria.alvarez@mail.test', emailAddress),
    nickname: text('What the advisor calls the person.', 200, 'Mia'),
    birthDate: Type.Optional(
      nullable(calendarDate({ description: 'Birthday. Not in the future.', examples: ['1974-06-02'] })),
    ),
    phone: Type.Optional(
      nullable(phone({ description: 'Phone number in E.164 format.', examples: ['+12025550123'] })),
    ),
    clientAnniversary: Type.Optional(
      nullable(
        calendarDate({ description: 'Date on which they became a client.', examples: ['2015-09-14'] }),
      ),
    ),
    gender: Type.Optional(nullable(gender)),
    maritalStatus: Type.Optional(nullable(maritalStatus)),
    address1: text('First address line.', 200, '482 Linden Avenue'),
    address2: text('Second address line.', 200, 'Apartment 5'),
    city: text('City.', 200, 'Dayton'),
    state: text('State or province.', 100, 'OH'),
    postalCode: text('Postal code.', 20, '45402'),
    externalContactId: text(
      'Your own id of the person, unique in the address book.',
      200,
      'crm-8842',
      filled,
    ),
  },
  {
    $id: 'ContactInput',
    description: 'A contact needs at least one of firstName, lastName, emailAddress and phone.',
    examples: [
      {
        firstName: 'Maria',
        lastName: 'Alvarez',
        emailAddress: 'maria.alvarez@mail.test',
        phone: '+12025550123',
        birthDate: '1974-06-02',
        city: 'Dayton',
        state: 'OH',
      },
    ],
  },
)
export type ContactInput = Type.Static<typeof ContactInput>

const scheduleActions = ['hold', 'cancel', 'move'] as const

export const ContactUpdate = Type.Object(
  {
    ...ContactInput.properties,
    scheduledMessages: Type.Optional(
      Type.Enum([...scheduleActions], {
        type: 'string',
        description:
          'What to do with scheduled texts to the old number when the phone number changes. hold: they wait until they are released or cancelled. cancel: they are cancelled. move: they go to the new number if it has consented by the time they are due. Default: hold, or no change if another contact has the old number too.',
        examples: ['hold'],
      }),
    ),
  },
  {
    $id: 'ContactUpdate',
    description:
      'Fields that are present are replaced, absent fields are kept, and null clears a field. The updated contact needs at least one of firstName, lastName, emailAddress and phone.',
    examples: [{ phone: '+12025550199', scheduledMessages: 'move' }],
  },
)
export type ContactUpdate = Type.Static<typeof ContactUpdate>

export const ContactUpdateResult = Type.Object(
  {
    id: id({ description: 'Id of the contact.', examples: [5121] }),
    scheduledMessages: Type.Optional(
      Type.Object(
        {
          action: Type.Enum([...scheduleActions], {
            type: 'string',
            description: 'What was done with them.',
          }),
          scheduleIds: Type.Array(id({ description: 'Schedule id.' }), {
            description: 'Affected schedules.',
          }),
        },
        { description: 'Present only if scheduled texts were waiting for the old number.' },
      ),
    ),
  },
  {
    $id: 'ContactUpdateResult',
    description: 'The id of the contact, and what was done with scheduled texts to its old number.',
    examples: [{ id: 5121, scheduledMessages: { action: 'hold', scheduleIds: [30721] } }],
  },
)

export const contactId = (description = 'Contact id.') => id({ description, examples: [5121] })
const identifier = Type.String({
  format: 'uuid',
  description: 'The contact’s identity across systems, a UUID.',
  examples: ['019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10'],
})
const externalContactId = Type.Optional(words({ description: 'Your own id, from a batch.' }))
const remoteContactId = Type.Optional(words({ description: 'Id of the person in the advisor’s CRM.' }))
const remoteContactUrl = Type.Optional(words({ description: 'URL of the person in the advisor’s CRM.' }))
const isCrmLinkedContact = Type.Boolean({ description: 'Whether a CRM record is linked.' })
const dateTimeCreated = instant({ description: 'When it was created.' })

const optionalWords = (description: string) => Type.Optional(words({ description }))

const CustomField = Type.Object(
  {
    key: words({ description: 'Machine-readable name.' }),
    label: words({ description: 'Name to show to people.' }),
    author: words({ description: 'Who defined the field.' }),
    display: words({ description: 'How to show it.' }),
    value: words({ description: 'The value.' }),
  },
  { $id: 'CustomField', description: 'A field that the advisor’s CRM added.' },
)

export const ContactDetail = Type.Object(
  {
    contactId: contactId(),
    identifier,
    externalContactId,
    remoteContactId,
    source,
    sourceText,
    isCrmLinkedContact,
    emailAddress: optionalWords('E-mail address.'),
    phone: Type.Optional(phone({ description: 'Phone number in E.164 format.' })),
    firstName: optionalWords('Given name.'),
    lastName: optionalWords('Family name.'),
    nickname: optionalWords('What the advisor calls the person.'),
    birthDate: Type.Optional(calendarDate({ description: 'Birthday.' })),
    clientAnniversary: Type.Optional(calendarDate({ description: 'Date on which they became a client.' })),
    dateTimeUnsubscribed: Type.Optional(instant({ description: 'When they unsubscribed from e-mail.' })),
    dateTimeCreated,
    dateTimeModified: instant({ description: 'When it was last changed.' }),
    gender,
    maritalStatus,
    emailStatus: oneOf('integer', 'State of the e-mail address', emailStatuses, 1),
    disableEmailStatus: Type.Boolean({
      description: 'True when no e-mail may be sent: unsubscribed or bounced.',
    }),
    address1: optionalWords('First address line.'),
    address2: optionalWords('Second address line.'),
    city: optionalWords('City.'),
    state: optionalWords('State or province.'),
    postalCode: optionalWords('Postal code.'),
    groupIds: Type.Array(id({ description: 'Group id.' }), { description: 'The groups the contact is in.' }),
    remoteContactUrl,
    customFields: Type.Array(CustomField, { description: 'Fields that the advisor’s CRM added.' }),
  },
  {
    $id: 'ContactDetail',
    description: 'One contact with all its fields. Fields without a value are omitted.',
    examples: [
      {
        contactId: 5121,
        identifier: '019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10',
        source: 1,
        sourceText: 'Partner API',
        isCrmLinkedContact: false,
        emailAddress: 'maria.alvarez@mail.test',
        phone: '+12025550123',
        firstName: 'Maria',
        lastName: 'Alvarez',
        birthDate: '1974-06-02',
        dateTimeCreated: '2026-11-11T14:30:00.000Z',
        dateTimeModified: '2026-11-11T14:30:00.000Z',
        gender: 2,
        maritalStatus: 2,
        emailStatus: 1,
        disableEmailStatus: false,
        city: 'Dayton',
        state: 'OH',
        groupIds: [2049],
        customFields: [],
      },
    ],
  },
)
export type ContactDetail = Type.Static<typeof ContactDetail>

export const ContactSummary = Type.Object(
  {
    contactId: contactId(),
    identifier,
    fullName: words({
      description: 'First and last name; failing that, the e-mail address or the phone number.',
    }),
    firstName: optionalWords('Given name.'),
    lastName: optionalWords('Family name.'),
    email: optionalWords('E-mail address.'),
    phone: Type.Optional(phone({ description: 'Phone number.' })),
    consentState: Type.Optional(
      Type.Enum(['none', 'pending', 'accepted'], {
        type: 'string',
        description: 'Consent of the phone number, as in the consent lookup. Absent without a phone number.',
      }),
    ),
    optedOut: Type.Optional(Type.Boolean({ description: 'True when the recipient has opted out.' })),
    emailStatus: Type.Enum([...emailStatuses], {
      type: 'string',
      description: 'State of the e-mail address.',
    }),
    emailAddressDisposition: oneOf('integer', 'The same state as a number', emailStatuses, 1),
    status: Type.Enum(['active'], {
      type: 'string',
      description: 'Always active: deleted contacts are never listed.',
    }),
    source,
    sourceText,
    groupCount: count({ description: 'Number of groups the contact is in.' }),
    groupNames: Type.Array(words({ description: 'Group name.' }), { description: 'Names of those groups.' }),
    externalContactId,
    remoteContactId,
    remoteContactUrl,
    isCrmLinkedContact,
    dateTimeCreated,
    dateTimeModified: instant({ description: 'When it was last changed.' }),
  },
  {
    $id: 'ContactSummary',
    description: 'One contact in a list.',
    examples: [
      {
        contactId: 5121,
        identifier: '019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10',
        fullName: 'Maria Alvarez',
        firstName: 'Maria',
        lastName: 'Alvarez',
        email: 'maria.alvarez@mail.test',
        phone: '+12025550123',
        consentState: 'accepted',
        emailStatus: 'active',
        emailAddressDisposition: 1,
        status: 'active',
        source: 1,
        sourceText: 'Partner API',
        groupCount: 1,
        groupNames: ['Retirement planning'],
        isCrmLinkedContact: false,
        dateTimeCreated: '2026-11-11T14:30:00.000Z',
        dateTimeModified: '2026-11-12T09:05:00.000Z',
      },
    ],
  },
)
export type ContactSummary = Type.Static<typeof ContactSummary>

export const ContactPage = pageOf('ContactPage', ContactSummary, {
  page: 1,
  pageSize: 50,
  totalRecord: 1,
  sortDirection: 'asc',
  sortBy: 'fullName',
})
export type ContactPage = Type.Static<typeof ContactPage>
