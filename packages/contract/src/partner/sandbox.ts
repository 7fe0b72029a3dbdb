import Type from 'typebox'
import { id, instant, phone, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { anyProblem, bodyProblem, type Operation } from '../operation.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { IdResult } from './id-result.ts'

const HandsetMessage = Type.Object(
  {
    direction: Type.Enum(['received', 'sent'], {
      type: 'string',
      description: 'Seen from the handset: `received` from the advisor, or `sent` to the advisor.',
    }),
    text: words({ description: 'The text, exactly as it was sent.' }),
    dateTime: instant({ description: 'When the handset received or sent it.' }),
    messageId: Type.Optional(
      id({ description: 'Only for a received text: the message id that the send returned.' }),
    ),
  },
  {
    $id: 'HandsetMessage',
    description: 'One text on a sandbox handset.',
    examples: [
      {
        direction: 'received',
        text: 'Good morning Maria, the form you asked about is ready to sign. Shall I send it today?',
        dateTime: '2026-03-09T14:30:00.000Z',
        messageId: 1049601,
      },
    ],
  },
)

const HandsetPage = pageOf('HandsetPage', HandsetMessage, {
  page: 1,
  pageSize: 50,
  totalRecord: 1,
  sortDirection: 'asc',
  sortBy: 'dateTime',
})
export type HandsetPage = Type.Static<typeof HandsetPage>

const HandsetReply = Type.Object(
  {
    text: Type.String({
      description: `Text to send from the phone, 1 to ${limits.textCodeUnits.toLocaleString('en-US')} characters.`,
      minLength: 1,
      maxLength: limits.textCodeUnits,
      examples: ['YES'],
    }),
  },
  { $id: 'HandsetReply', description: 'A text from a handset to the advisor.', examples: [{ text: 'YES' }] },
)

const handset = Type.Object({
  phone: phone({
    description: 'Number of the handset: any number in E.164 format.',
    examples: ['+12025550123'],
  }),
})

const sandboxOnly = 'Sandbox only: in production this path returns 404.'

export const listHandsetMessages = {
  id: 'listHandsetMessages',
  method: 'GET',
  path: '/sandbox/handsets/{phone}/messages',
  scope: 'text.messaging.read',
  tag: 'Sandbox',
  summary: 'Read a handset',
  description: `${sandboxOnly} Returns the texts between this phone and the advisor’s texting number, oldest first.`,
  params: handset,
  query: Type.Object(pageQuery),
  result: HandsetPage,
  problems: [...anyProblem, 'not_found', 'conflict'],
} as const satisfies Operation

export const replyFromHandset = {
  id: 'replyFromHandset',
  method: 'POST',
  path: '/sandbox/handsets/{phone}/replies',
  scope: 'text.messaging.write',
  tag: 'Sandbox',
  summary: 'Reply from a handset',
  description: `${sandboxOnly} Texts the advisor’s number from this phone, as a person would: YES, STOP or any other text.`,
  params: handset,
  body: HandsetReply,
  result: IdResult,
  problems: [...bodyProblem, 'not_found', 'conflict'],
} as const satisfies Operation
