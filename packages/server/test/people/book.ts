// An advisor's book that is handed over between people of one firm, for tests.
import { randomBytes } from 'node:crypto'
import { accountHeader } from '@parley/contract'
import { addAdvisor, changeAdvisor } from '../../src/identity/index.ts'
import type * as journal from '../../src/journal/index.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { type HandoverChoice, handOverBook } from '../../src/texting/index.ts'
import type { AdvisorApp, AppClient } from '../servers/advisor-app.ts'

export const sam: journal.Actor = { kind: 'operator', name: 'sam' }

/** Another advisor of a firm, with an account of their own. */
export async function addColleague(
  database: Database,
  firmId: number,
  name: string,
  password?: string,
): Promise<number> {
  const identifier = `colleague-${randomBytes(6).toString('hex')}`
  const email = `${identifier}@example.com`
  const timeZone = 'America/Chicago'
  const { id } = await addAdvisor(database, { firmId, identifier, name, email, timeZone, password })
  return id
}

export interface Book {
  /** The advisor whose book it is. */
  readonly anna: AppClient
  /** Another advisor of the firm. */
  readonly bert: { readonly id: number; readonly client: Pick<AppClient, 'call' | 'ok' | 'cookie'> }
  readonly handOver: (personId: number, choice?: Partial<HandoverChoice>) => ReturnType<typeof handOverBook>
  /** For requests of the app that concern the book. */
  readonly inBook: { readonly headers: Readonly<Record<string, string>> }
  readonly rowsOf: (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>
  readonly entriesOf: (
    kind: string,
  ) => Promise<{ readonly actor: object; readonly facts: Record<string, unknown> }[]>
}

export async function openBook(server: AdvisorApp): Promise<Book> {
  const { database, owner } = server
  const anna = await server.welcome({ isConsentRequired: false })
  const { advisorId } = anna
  await changeAdvisor(database, advisorId, { name: 'Anna Blum' })
  const id = await addColleague(database, anna.firmId, 'Bert Cole')
  const rowsOf: Book['rowsOf'] = async (sql, ...values) => (await owner.query(sql, values)).rows
  return {
    anna,
    bert: { id, client: await server.signIn(id) },
    handOver: (personId, choice = {}) =>
      handOverBook(database, { advisorId, personId, texts: 'hold', ...choice }, { actor: sam }),
    inBook: { headers: { [accountHeader]: String(advisorId) } },
    rowsOf,
    entriesOf: async kind => {
      const sql = 'select entry from journal_entry where advisor_id = $1 and kind = $2 order by id'
      return (await rowsOf(sql, advisorId, kind)).map(({ entry }) => entry as never)
    },
  }
}

/** The code of the problem that refused it. */
export const refusal = (working: Promise<unknown>): Promise<string> =>
  working.then(
    () => 'done',
    (error: Error & { readonly code?: string }) => error.code ?? error.message,
  )
