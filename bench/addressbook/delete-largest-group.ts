import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { startService } from '../common/service-process.ts'
import type { Call, HttpClient } from './http-client.ts'
import { percentiles } from './measure.ts'
import type { Book } from './samples.ts'

interface Spread {
  readonly calls: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

interface Writes {
  readonly createContact: Spread
  readonly sendMessage: Spread
}

interface Deletion {
  readonly members: number
  readonly requestMs: number
  /** From the request until the last membership is gone. */
  readonly jobSeconds: number
  /** Milliseconds of the same advisor's writes, in the seconds before and while the job ran. */
  readonly before: Writes
  readonly meanwhile: Writes
  /** The first page by group count, which has no index while the job runs. */
  readonly sortedByGroupCountMs: number
}

interface Deleting {
  readonly client: HttpClient
  readonly database: Database
  readonly book: Book
  /** Environment of the worker. */
  readonly environment: Record<string, string>
}

const baselineMs = 10_000
const pauseMs = 20

/** Runs once at the end, because it cannot be repeated. A worker runs from the start, so that both spreads include it. */
export async function deleteLargestGroup({
  client,
  database,
  book,
  environment,
}: Deleting): Promise<Deletion> {
  const { groups, advisorId } = book
  await allowTexting(database, book)
  const worker = await startService('worker', environment)
  try {
    const { pageInfo } = await readJson<{ pageInfo: { totalRecord: number } }>(
      client,
      `/contacts?pageSize=1&groupId=${groups.largest}`,
    )
    const endsAt = performance.now() + baselineMs
    const before = await write(client, book, async () => performance.now() > endsAt)
    const start = performance.now()
    await client.call({ method: 'DELETE', path: `/groups/${groups.largest}` })
    const requestMs = since(start)
    const sorting = performance.now()
    await readJson(client, '/contacts?pageSize=50&sortBy=groupCount&sortDirection=desc')
    const sortedByGroupCountMs = since(sorting)
    const isDone = async (): Promise<boolean> =>
      (await database.query('select from group_removal where advisor_id = $1', [advisorId])).rows.length === 0
    const meanwhile = await write(client, book, isDone)
    return {
      members: pageInfo.totalRecord,
      requestMs,
      jobSeconds: since(start) / 1_000,
      before,
      meanwhile,
      sortedByGroupCountMs,
    }
  } finally {
    await worker.stop()
  }
}

const since = (start: number): number => Math.round((performance.now() - start) * 10) / 10

const readJson = async <Result>(client: HttpClient, path: string): Promise<Result> =>
  JSON.parse(await client.call({ method: 'GET', path })) as Result

/** Creates a contact and sends a text, one after another with a pause, until the condition holds. */
async function write(
  client: HttpClient,
  { contacts }: Book,
  isOver: () => Promise<boolean>,
): Promise<Writes> {
  const phones = contacts.flatMap(({ phone }) => phone ?? [])
  const created: number[] = []
  const sent: number[] = []
  const timed = async (times: number[], call: Call): Promise<void> => {
    const start = performance.now()
    await client.call(call)
    times.push(performance.now() - start)
  }
  do {
    const turn = created.length
    const person = { firstName: 'Created', lastName: `Meanwhile ${turn}` }
    await timed(created, { method: 'POST', path: '/contacts', body: person })
    const text = { phone: phones[turn % phones.length], text: `Number ${turn}` }
    await timed(sent, { method: 'POST', under: '/text/messaging', path: '/messages', body: text })
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  } while (!(await isOver()))
  return { createContact: spreadOf(created), sendMessage: spreadOf(sent) }
}

const spreadOf = (times: readonly number[]): Spread => ({
  calls: times.length,
  ...percentiles(times),
  max: Math.round(Math.max(...times) * 10) / 10,
})

/** The loaded advisors have no number and their firms no policy. */
async function allowTexting(database: Database, { advisorId }: Book): Promise<void> {
  await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
    advisorId,
    '+12025550100',
  ])
  await database.query(
    `insert into texting_policy
       (firm_id, version, consent_required, consent_request_text, help_text, stop_confirmation_text, decided_by)
     select firm_id, 1, false, 'May I?', 'Help', 'Stopped', 'bench' from advisor where id = $1`,
    [advisorId],
  )
}
