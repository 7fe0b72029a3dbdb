import Type from 'typebox'
import { Actor } from '../app/inbox.ts'
import { type AppOperation, anyAppProblem } from '../app/operation.ts'
import { cursorPageOf, cursorQuery } from '../app/paging.ts'
import { id, instant, words } from '../fields.ts'

const FirmEntry = Type.Object({
  entryId: id({ description: 'Journal entry id.' }),
  dateTime: instant({ description: 'When it happened.' }),
  kind: words({ description: 'Kind of entry, such as person.role_added.' }),
  actor: Actor,
  subject: Type.Optional(
    words({ description: 'Name or address of whom or what it concerns, as far as known.' }),
  ),
  facts: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What the entry says, as it was sealed.',
  }),
})
export type FirmEntry = Type.Static<typeof FirmEntry>

export const listFirmJournal = {
  id: 'listFirmJournal',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/journal',
  summary: 'The firm’s own journal, newest first: people, roles, policy, applications, sign-in and directory',
  query: Type.Object({
    ...cursorQuery,
    about: Type.Optional(
      Type.Enum(['people', 'texting', 'applications', 'sign-in'], {
        type: 'string',
        description: 'Only entries about this.',
      }),
    ),
  }),
  result: cursorPageOf(FirmEntry),
  problems: anyAppProblem,
} as const satisfies AppOperation
