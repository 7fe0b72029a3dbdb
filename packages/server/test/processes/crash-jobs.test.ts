// A worker is killed in the middle of a job: another one takes over within a minute, for every kind of job.
import { randomBytes } from 'node:crypto'
import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handOverBook, listHandovers } from '../../src/texting/index.ts'
import { jobs } from '../../src/worker.ts'
import { eventually } from '../carriers/texting.ts'
import { expectExactBooks } from '../database/address-book-audit.ts'
import { addColleague } from '../people/book.ts'
import { fillGroup } from '../people/fill-group.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../servers/advisor-app.ts'
import { listening, parley } from './process.ts'

let server: AdvisorApp
beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())

const startWorker = () =>
  parley(['worker'], {
    DATABASE_URL: server.databaseUrl,
    WORKER_PORT: '0',
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
  })

interface Crash {
  /** Puts the job in the queue. */
  readonly begin: (client: AppClient) => Promise<number>
  /** Progress from 0 (not started) to 1 (done). */
  readonly progress: (client: AppClient, id: number) => Promise<number>
  readonly expectDone: (client: AppClient, id: number) => Promise<void>
}

const lines = 20_000
const members = 20_000

/** One for each kind of job. A kind that is missing here fails the test. */
const crashes: Record<string, Crash> = {
  import_contact_upload: {
    begin: async client => {
      const file = Array.from({ length: lines }, (_, index) => `Person ${index},+1303${5_550_000 + index}`)
      const { importId } = await client.ok(appOperations.uploadContacts, {
        query: { fileName: 'contacts.csv' },
        body: `firstName,phone\n${file.join('\n')}\n`,
      })
      await client.ok(appOperations.startContactImport, { params: { importId }, body: {} })
      return importId
    },
    progress: async (client, importId) => {
      const { state, linesDone } = await client.ok(appOperations.getContactImport, { params: { importId } })
      return state === 'finished' ? 1 : linesDone / (lines + 1)
    },
    expectDone: async (client, importId) => {
      const done = await client.ok(appOperations.getContactImport, { params: { importId } })
      expect(done).toMatchObject({ state: 'finished', created: lines, refused: 0 })
      expect((await client.ok(appOperations.listContacts)).pageInfo.totalRecord).toBe(lines)
    },
  },
  remove_members_of_group: {
    begin: async client => {
      const groupId = await fillGroup(server.database, client.advisorId, members)
      await client.ok(sharedOperations.deleteGroup, { params: { groupId } })
      return groupId
    },
    // From the database: the interface limits how often it may be asked.
    progress: async client => {
      const { rows } = await server.database.query<{ remaining: number }>(
        'select remaining from group_removal where advisor_id = $1',
        [client.advisorId],
      )
      return rows[0] ? 1 - (rows[0].remaining + 1) / (members + 1) : 1
    },
    expectDone: async client => {
      await expectExactBooks(server.database)
      const { data, pageInfo } = await client.ok(appOperations.listContacts, {
        query: { sortBy: 'groupCount', sortDirection: 'desc', pageSize: 1 },
      })
      expect(pageInfo.totalRecord).toBe(members)
      expect(data).toMatchObject([{ groupCount: 0 }])
    },
  },
  tell_clients_of_handover: {
    begin: async ({ advisorId, firmId }) => {
      await server.owner.query(
        `with added as (
           insert into member (advisor_id, phone, consent, consent_version, has_accepted)
           select $1, '+1' || (3000000000 + n), 'accepted', 2, true from generate_series(1, $2::integer) as n
           returning advisor_id, phone
         )
         insert into contact (advisor_id, source, email_status, first_name, phone)
         select advisor_id, 0, 0, 'Maria', phone from added`,
        [advisorId, members],
      )
      const personId = await addColleague(server.database, firmId, 'Bert Cole')
      const { handover } = await handOverBook(
        server.database,
        {
          advisorId,
          personId,
          texts: 'keep',
          notice: '{firm}: {advisor} is your advisor now. Reply STOP to opt out.',
        },
        { actor: { kind: 'operator', name: 'sam' } },
      )
      return handover.handoverId
    },
    progress: async ({ advisorId }) => {
      const [handover] = await listHandovers(server.database, advisorId)
      return (handover?.told ?? 0) / members
    },
    expectDone: async ({ advisorId }) => {
      const { rows } = await server.database.query(
        'select count(*)::integer as texts, count(distinct phone)::integer as clients from message where advisor_id = $1',
        [advisorId],
      )
      expect(rows).toEqual([{ texts: members, clients: members }])
    },
  },
}

it('every kind of job has a crash test', () => {
  expect(Object.keys(crashes)).toEqual(jobs.map(({ name }) => name))
})

it.each(Object.entries(crashes))(
  '%s resumes within a minute after kill -9, and is done once',
  {
    timeout: 720_000,
  },
  async (_, { begin, progress, expectDone }) => {
    const client = await server.welcome()
    const id = await begin(client)
    const first = startWorker()
    await listening(first)
    await eventually('it has begun', async () => (await progress(client, id)) > 0, 60_000)
    first.child.kill('SIGKILL')
    await first.exited()
    const killedAt = await progress(client, id)
    expect(killedAt).toBeLessThan(1)
    const second = startWorker()
    await listening(second)
    await eventually('it goes on', async () => (await progress(client, id)) > killedAt, 60_000)
    await eventually('it is done', async () => (await progress(client, id)) === 1, 90_000)
    await expectDone(client, id)
    second.child.kill('SIGTERM')
    expect(await second.exited()).toBe(0)
  },
)
