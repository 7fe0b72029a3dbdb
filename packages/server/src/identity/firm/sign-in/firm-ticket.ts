import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { mayEnter } from '../../person/may-enter.ts'
import { type PersonRow, personById } from '../../person/queries.ts'
import { hashSecret } from '../../secrets.ts'
import { insertAttempt, takeAttempt } from './queries.ts'

interface Ticket {
  readonly firmId: number
  readonly browser: string
  readonly interaction: string
  readonly personId: number
}

const ticketSeconds = 60

/** Lets an authorization page know, once and in the same browser, who has signed in at the firm's provider. */
export async function issueFirmTicket(
  database: Database,
  { firmId, browser, interaction, personId }: Ticket,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const hashes = [hashSecret(ticket), hashSecret(browser)] as const
  await inTransaction(database, tx =>
    insertAttempt(tx, [firmId, ...hashes, '', '', interaction, '', personId, ticketSeconds]),
  )
  return ticket
}

interface TicketRequest {
  readonly firm?: unknown
  readonly ticket?: unknown
  readonly browser: string | undefined
  readonly interaction: string
}

/** Undefined: used, expired, or of another browser, firm or page. */
export async function takeFirmTicket(
  database: Database,
  { firm, ticket, browser, interaction }: TicketRequest,
): Promise<PersonRow | undefined> {
  if (typeof firm !== 'string' || !/^[1-9][0-9]{0,15}$/.test(firm)) return undefined
  if (typeof ticket !== 'string' || browser === undefined) return undefined
  return inTransaction(database, async tx => {
    const [taken] = await takeAttempt(tx, [Number(firm), hashSecret(ticket), hashSecret(browser), true])
    if (taken?.interaction !== interaction || taken.personId === null) return undefined
    const [person] = await personById(tx, [taken.personId])
    return person && mayEnter(person) ? person : undefined
  })
}
