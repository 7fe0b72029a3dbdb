import Type from 'typebox'
import { epochMs, nullable, phone, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { failureDetails, failures, memberId, phoneNumbers } from './texting.ts'

export const ConsentRequest = Type.Object(
  { phoneNumbers: phoneNumbers('People to ask for consent.') },
  {
    $id: 'ConsentRequest',
    description: 'Numbers to send the firm’s consent request to.',
    examples: [{ phoneNumbers: ['+12025550148'] }],
  },
)
export type ConsentRequest = Type.Static<typeof ConsentRequest>

export const consentState = Type.Enum(['none', 'pending', 'accepted'], {
  type: 'string',
  description:
    'none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.',
})

export const ConsentRequestResult = Type.Object(
  {
    successes: Type.Array(
      Type.Object({
        memberId: nullable(memberId()),
        phone: phone({ description: 'The recipient.' }),
        consentState: nullable(consentState),
      }),
      { description: 'One entry for each number that was asked for consent, in the order of the request.' },
    ),
    failures,
    failureDetails,
  },
  {
    $id: 'ConsentRequestResult',
    description: 'Outcome for each number.',
    examples: [
      {
        successes: [{ memberId: 21505, phone: '+12025550148', consentState: 'pending' }],
        failures: [],
        failureDetails: [],
      },
    ],
  },
)
export type ConsentRequestResult = Type.Static<typeof ConsentRequestResult>

export const ConsentStatus = Type.Object(
  {
    memberId: memberId(),
    state: consentState,
    lastChanged: epochMs({
      description: 'When the state last changed: Unix time in milliseconds.',
      examples: [1_762_871_400_000],
    }),
    lastRequested: Type.Optional(
      epochMs({
        description: 'When the recipient was last asked: Unix time in milliseconds. Absent if never asked.',
        examples: [1_762_871_100_000],
      }),
    ),
    declined: Type.Optional(
      Type.Boolean({ description: 'True when the recipient replied NO and has not been asked since.' }),
    ),
    mayAskAt: Type.Optional(
      nullable(
        epochMs({
          description:
            'When the recipient may be asked again: Unix time in milliseconds. Null means never. Absent when earlier requests do not prevent asking.',
          examples: [1_762_957_500_000],
        }),
      ),
    ),
    optedOut: Type.Optional(
      Type.Boolean({
        description: 'True when the recipient has opted out. Only a START from the recipient reverses it.',
      }),
    ),
  },
  {
    $id: 'ConsentStatus',
    description: 'Whether a number may be texted on this advisor’s account.',
    examples: [
      {
        memberId: 21505,
        state: 'accepted',
        lastChanged: 1_762_871_400_000,
        lastRequested: 1_762_871_100_000,
      },
    ],
  },
)
export type ConsentStatus = Type.Static<typeof ConsentStatus>

const numberConsent = {
  phone: '+12025550148',
  memberId: 21505,
  state: 'accepted',
  lastChanged: 1_762_871_400_000,
  lastRequested: 1_762_871_100_000,
}
const number = { phone: phone({ description: 'The number.' }) }

export const NumberConsent = Type.Object(
  { ...number, ...ConsentStatus.properties },
  {
    $id: 'NumberConsent',
    description: 'A number, and whether it may be texted on this advisor’s account.',
    examples: [numberConsent],
  },
)
export type NumberConsent = Type.Static<typeof NumberConsent>

export const ConsentLookup = Type.Object(
  {
    phoneNumbers: Type.Array(number.phone, {
      description: 'The numbers. A number that is listed twice is looked up once.',
      minItems: 1,
      maxItems: limits.lookups,
    }),
  },
  { $id: 'ConsentLookup', examples: [{ phoneNumbers: ['+12025550148', '+12025550177'] }] },
)

export const ConsentLookupResult = Type.Object(
  {
    consents: Type.Array(NumberConsent, {
      description: 'One entry for each number that a contact has, in the order of the request.',
    }),
    notFound: Type.Array(number.phone, {
      description: 'Numbers that no contact on this advisor’s account has.',
    }),
  },
  {
    $id: 'ConsentLookupResult',
    examples: [{ consents: [numberConsent], notFound: ['+12025550177'] }],
  },
)
export type ConsentLookupResult = Type.Static<typeof ConsentLookupResult>

export const ConsentChanges = Type.Object(
  {
    data: Type.Array(NumberConsent, {
      description: 'In the order of the last request, reply or opt-out, oldest first.',
    }),
    after: Type.Optional(
      words({ description: 'Send it as `after` to get the next page. Absent on the last.' }),
    ),
  },
  { $id: 'ConsentChanges', examples: [{ data: [numberConsent], after: '1762871400000.21505' }] },
)
export type ConsentChanges = Type.Static<typeof ConsentChanges>

export const OptOut = Type.Object(
  {
    ...number,
    note: Type.String({
      description: 'How they opted out, such as a phone call on Tuesday. It is kept as the evidence.',
      pattern: '\\S',
      maxLength: 500,
    }),
  },
  {
    $id: 'OptOut',
    examples: [{ phone: '+12025550148', note: 'Asked by phone on Tuesday not to be texted.' }],
  },
)

export const OptOutResult = Type.Object(
  {
    memberId: memberId(),
    outcome: Type.Enum(['opted_out', 'was_opted_out'], {
      type: 'string',
      description: 'was_opted_out: the number had opted out before, and nothing changed.',
    }),
  },
  { $id: 'OptOutResult', examples: [{ memberId: 21505, outcome: 'opted_out' }] },
)
export type OptOutResult = Type.Static<typeof OptOutResult>
