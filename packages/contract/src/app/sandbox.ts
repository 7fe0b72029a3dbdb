import Type from 'typebox'
import { phone, words } from '../fields.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './operation.ts'

/**
 * The page at /sandbox/handset uses the advisor's session, as the app does: listConversations returns the numbers,
 * listHandsetMessages the texts of each, replyFromHandset sends one, and the app's events say when to read again.
 */
export const handsetBehaviours = ['delivers', 'fails', 'silent', 'slow'] as const

const Handset = Type.Object({
  phone: phone({ description: 'Number of the handset.' }),
  behaviour: Type.Enum([...handsetBehaviours], {
    type: 'string',
    description:
      'delivers: immediately. fails: the receipt says undelivered. silent: no receipt arrives. slow: the carrier takes seconds to respond and to deliver.',
  }),
  scripted: Type.Optional(
    words({
      description:
        'Only for a number whose last four digits set its behaviour: a description of it. It cannot be changed.',
    }),
  ),
})
export type Handset = Type.Static<typeof Handset>

const handset = Type.Object({ phone: phone({ description: 'Number of the handset.' }) })

export const getHandset = {
  id: 'getHandset',
  method: 'GET',
  path: '/sandbox/handsets/{phone}',
  summary: 'How a phone handles texts from this advisor. Sandbox only',
  params: handset,
  result: Handset,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const setHandsetBehaviour = {
  id: 'setHandsetBehaviour',
  method: 'PUT',
  path: '/sandbox/handsets/{phone}',
  summary: 'Changes how a phone handles texts, from the next one. Sandbox only; 409 for a scripted number',
  params: handset,
  body: Type.Object({ behaviour: Type.Enum([...handsetBehaviours], { type: 'string' }) }),
  result: Handset,
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
