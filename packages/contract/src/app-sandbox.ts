import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from './app-operation.ts'
import { phone, words } from './fields.ts'

/**
 * The page at /sandbox/handset uses the advisor's session, as the app does: listConversations has the numbers,
 * listHandsetMessages what each received, replyFromHandset writes, and the events of the app tell when to look again.
 */
export const handsetBehaviours = ['delivers', 'fails', 'silent', 'slow'] as const

const Handset = Type.Object({
  phone: phone({ description: 'Its number.' }),
  behaviour: Type.Enum([...handsetBehaviours], {
    type: 'string',
    description:
      'delivers: at once. fails: the receipt says undelivered. silent: no receipt ever comes. slow: the carrier takes seconds to answer and to deliver.',
  }),
  scripted: Type.Optional(
    words({
      description: 'Of a number whose last four digits decide: what it does, in words. It cannot be changed.',
    }),
  ),
})
export type Handset = Type.Static<typeof Handset>

const handset = Type.Object({ phone: phone({ description: 'Number of the handset.' }) })

export const getHandset = {
  id: 'getHandset',
  method: 'GET',
  path: '/sandbox/handsets/{phone}',
  summary: 'How a phone treats the texts of this advisor. Sandbox only',
  params: handset,
  result: Handset,
  problems: [...anyAppProblem, 'conflict'],
} as const satisfies AppOperation

export const setHandsetBehaviour = {
  id: 'setHandsetBehaviour',
  method: 'PUT',
  path: '/sandbox/handsets/{phone}',
  summary: 'From the next text on. Sandbox only; 409 for a scripted number',
  params: handset,
  body: Type.Object({ behaviour: Type.Enum([...handsetBehaviours], { type: 'string' }) }),
  result: Handset,
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation
