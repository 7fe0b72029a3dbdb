import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from '../app/operation.ts'
import { count, id, instant, words } from '../fields.ts'

const personId = id({ description: 'Person id.' })
const book = Type.Object({ advisorId: id({ description: 'Advisor id of the account.' }) })
const name = words({ description: 'Name.' })
const who = Type.Object({ personId, name })
const countsBy = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })
const notice = Type.Optional(
  Type.String({
    description:
      'Text to every client who may be texted, with {advisor}, {former} and {firm}. Absent: none is sent.',
    maxLength: 5_000,
  }),
)

const HandoverPreview = Type.Object({
  identifier: words({ description: 'Of the account. It stays.' }),
  former: who,
  successor: who,
  contacts: count({ description: 'Contacts in the book.' }),
  conversations: count({ description: 'Conversations.' }),
  consents: countsBy('Numbers by their consent.'),
  scheduledTexts: count({ description: 'Texts that are scheduled.' }),
  waitingTexts: count({ description: 'Texts that are queued.' }),
  applications: Type.Array(
    Type.Object({ name, isAllowedByFirm: Type.Boolean({ description: 'It keeps its access.' }) }),
    { description: 'Apps that the former advisor allowed.' },
  ),
  assistants: Type.Array(who, { description: 'They stay.' }),
  notice: Type.Optional(
    Type.Object({
      text: Type.String({ description: 'As clients read it.' }),
      mistakes: Type.Array(Type.String(), { description: 'A text with any of these is not sent.' }),
      warnings: Type.Array(Type.String(), { description: 'Advice.' }),
      clients: count({ description: 'Clients who would get it.' }),
      refused: countsBy('Clients who would not, by reason.'),
    }),
  ),
})

export const previewHandover = {
  id: 'previewHandover',
  isOfFirm: true,
  method: 'POST',
  path: '/firm/books/{advisorId}/handover-preview',
  summary: 'What handing an advisor’s book over would do. Changes nothing',
  params: book,
  body: Type.Object({ personId, notice }),
  result: HandoverPreview,
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const handOverBook = {
  id: 'handOverBook',
  isOfFirm: true,
  method: 'POST',
  path: '/firm/books/{advisorId}/handovers',
  summary:
    'Gives an advisor’s book to another advisor of the firm: numbers, contacts, conversations and consents. Nothing is moved',
  params: book,
  body: Type.Object({
    personId,
    notice,
    texts: Type.Enum(['hold', 'keep'], {
      type: 'string',
      description: 'Queued and scheduled texts. hold: they wait until somebody has looked at them.',
    }),
  }),
  result: Type.Object({
    grantsEnded: count({ description: 'Grants of the former advisor that ended.' }),
    schedulesHeld: count({ description: 'Scheduled texts that wait for the new advisor.' }),
    isHeld: Type.Boolean({ description: 'Queued texts wait until somebody releases them.' }),
  }),
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const listHandovers = {
  id: 'listHandovers',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/books/{advisorId}/handovers',
  summary: 'When an advisor’s book changed hands, newest first, and how many clients were told',
  params: book,
  result: Type.Object({
    data: Type.Array(
      Type.Object({
        dateTime: instant({ description: 'When.' }),
        former: who,
        successor: who,
        notice: Type.Optional(Type.String({ description: 'The text to clients.' })),
        told: count({ description: 'Clients who got it.' }),
        refused: countsBy('Clients who did not, by reason.'),
        isFinished: Type.Boolean({ description: 'False: it is still being sent.' }),
      }),
    ),
  }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const getBookHold = {
  id: 'getBookHold',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/books/{advisorId}/hold',
  summary: 'How many texts of an advisor’s book wait on hold, and since when',
  params: book,
  result: Type.Object({
    hold: Type.Optional(
      Type.Object(
        {
          dateTime: instant({ description: 'Since when.' }),
          texts: count({ description: 'Texts that wait. Each ends as failed after 24 hours.' }),
          isReleasable: Type.Boolean({
            description:
              'They wait since a handover, or since the advisor was deactivated. False: an operator put them on hold and releases them.',
          }),
        },
        { description: 'Absent: there is none.' },
      ),
    ),
  }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const releaseBook = {
  id: 'releaseBook',
  isOfFirm: true,
  method: 'DELETE',
  path: '/firm/books/{advisorId}/hold',
  summary:
    'Lets the texts go that wait since a handover or since the advisor was deactivated. 409 if there is no hold, or it is an operator’s',
  params: book,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
