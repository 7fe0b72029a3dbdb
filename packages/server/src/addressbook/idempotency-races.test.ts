// Concurrent duplicates with one Idempotency-Key on two servers: only one does the work.
import { randomUUID } from 'node:crypto'
import { problems } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { expectExactBooks } from '../../test/database/address-book-audit.ts'
import { expectProblem } from '../../test/http/expect-problem.ts'
import { ann, countCreated, idOf, isReplay, postWithKey } from '../../test/http/keyed-requests.ts'
import { listening, parley } from '../../test/processes/process.ts'
import { roundsOf } from '../../test/rounds-of.ts'
import { type BookAnswer, type BookClient, startAddressBook } from '../../test/servers/address-book.ts'
import { testOrigin } from '../../test/servers/http.ts'

const raceKeys = roundsOf(200)

const server = await startAddressBook({ connections: 8, instances: 2 })
const { database, owner } = server
afterEach(() => expectExactBooks(database))
afterAll(server.close)

/** Blocks creations for the advisor at the last step before the response is stored. */
async function holdUp({ advisorId }: BookClient): Promise<() => Promise<void>> {
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from address_book where advisor_id = $1 for update', [advisorId])
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

/** The connections waiting for a lock, once there are this many. */
const waiting = (count: number, what: 'the totals' | 'a twin'): Promise<number[]> =>
  vi.waitFor(async () => {
    const { rows } = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
      [what === 'a twin' ? 'claim_idempotency_keys' : 'into address_book'],
    )
    expect(rows).toHaveLength(count)
    return rows.map(({ pid }) => pid)
  }, 60_000)

describe('a request whose duplicate is in progress', () => {
  it('200: waits and returns the duplicate’s response', async () => {
    const client = await server.welcome()
    await client.create('/contacts', { firstName: 'Bea' })
    const release = await holdUp(client)
    const first = postWithKey(client, 'one')
    await waiting(1, 'the totals')
    const twins = [postWithKey(client, 'one'), postWithKey(client, 'one')]
    await waiting(2, 'a twin')
    await release()
    const answers = await Promise.all([first, ...twins])
    expect(new Set(answers.map(idOf)).size).toBe(1)
    expect(answers.map(isReplay)).toEqual([false, true, true])
    expect(await countCreated(database, client)).toBe(2)
  })

  it('400: waits and is rejected if its body differs', async () => {
    const client = await server.welcome()
    await client.create('/contacts', { firstName: 'Bea' })
    const release = await holdUp(client)
    const first = postWithKey(client, 'one')
    await waiting(1, 'the totals')
    const twin = postWithKey(client, 'one', { firstName: 'Cid' })
    await waiting(1, 'a twin')
    await release()
    idOf(await first)
    expectProblem(await twin, { status: 400, code: 'invalid_request' })
    expect(await countCreated(database, client)).toBe(2)
  })

  it('200: does the work itself if the duplicate fails before its commit', async () => {
    const client = await server.welcome()
    await client.create('/contacts', { firstName: 'Bea' })
    const release = await holdUp(client)
    const first = postWithKey(client, 'one')
    const [dying] = await waiting(1, 'the totals')
    const twin = postWithKey(client, 'one')
    await waiting(1, 'a twin')
    await database.query('select pg_terminate_backend($1)', [dying])
    expect((await first).status).toBe(502)
    await release()
    const answer = await twin
    expect(isReplay(answer)).toBe(false)
    const again = await postWithKey(client, 'one')
    expect(idOf(again)).toBe(idOf(answer))
    expect(isReplay(again)).toBe(true)
    expect(await countCreated(database, client)).toBe(2)
  })

  it('200: does the work itself if the duplicate’s process is killed before its commit', async () => {
    const client = await server.welcome()
    await client.create('/contacts', { firstName: 'Bea' })
    const api = parley(['api'], {
      DATABASE_URL: server.databaseUrl,
      PUBLIC_ORIGIN: testOrigin,
      PORT: '0',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const address = await listening(api)
    const release = await holdUp(client)
    const options = { headers: { 'idempotency-key': 'one' }, address }
    const lost = client.call('POST', '/contacts', ann, options).catch((error: unknown) => error)
    await waiting(1, 'the totals')
    const twin = postWithKey(client, 'one')
    await waiting(1, 'a twin')
    api.child.kill('SIGKILL')
    expect(await lost).toBeInstanceOf(TypeError)
    await release()
    const answer = await twin
    expect(isReplay(answer)).toBe(false)
    expect(idOf(await postWithKey(client, 'one'))).toBe(idOf(answer))
    expect(await countCreated(database, client)).toBe(2)
  })

  const expectStillInProgress = ({ status, body }: BookAnswer): void => {
    expect(status, body).toBe(504)
    expect(JSON.parse(body)).toMatchObject({
      code: 'downstream_timeout',
      retryable: problems.downstream_timeout.retryable,
      detail: 'A request with the same Idempotency-Key is still in progress.',
    })
  }

  it('504: waits at most 10 seconds', async () => {
    const { rows } = await owner.query<{ proconfig: string[] }>(
      `select proconfig from pg_proc where proname = 'claim_idempotency_keys'`,
    )
    expect(rows).toEqual([{ proconfig: ['lock_timeout=10s'] }])
    await owner.query(`alter function claim_idempotency_keys set lock_timeout = '200ms'`)
    const client = await server.welcome()
    await client.create('/contacts', { firstName: 'Bea' })
    const release = await holdUp(client)
    const first = postWithKey(client, 'one')
    await waiting(1, 'the totals')
    const began = performance.now()
    expectStillInProgress(await postWithKey(client, 'one'))
    expect(performance.now() - began).toBeGreaterThanOrEqual(200)
    await release()
    await owner.query(`alter function claim_idempotency_keys set lock_timeout = '10s'`)
    const again = await postWithKey(client, 'one')
    expect(idOf(again)).toBe(idOf(await first))
    expect(isReplay(again)).toBe(true)
    expect(await countCreated(database, client)).toBe(2)
  })

  it('504: waits at most the statement timeout, and its connection serves the next request', async () => {
    const hasty = await startAddressBook({ connections: 1, statementTimeoutMs: 200 })
    const client = await hasty.welcome()
    const twin = await hasty.owner.connect()
    await twin.query('begin')
    await twin.query(
      `insert into idempotency_key (advisor_id, application_id, operation, key, fingerprint)
       values ($1, $2, 'createContact', 'one', $3)`,
      [client.advisorId, client.applicationId, Buffer.alloc(32)],
    )
    expectStillInProgress(await postWithKey(client, 'one'))
    idOf(await postWithKey(client, 'two'))
    await twin.query('rollback')
    twin.release()
    expect(isReplay(await postWithKey(client, 'one'))).toBe(false)
    await hasty.close()
  })
})

describe('in every race', () => {
  it(`50 concurrent duplicates on two servers take effect once, ${raceKeys} times`, {
    timeout: 120_000 + raceKeys * 1_000,
  }, async () => {
    const client = await server.welcome()
    const made = new Set<string>()
    for (let race = 0; race < raceKeys; race += 1) {
      const [path, body] = race % 2 ? (['/groups', { name: 'Golf' }] as const) : (['/contacts', ann] as const)
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => postWithKey(client, key, body, path)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
      expect(answers.filter(answer => !isReplay(answer))).toHaveLength(1)
      for (const answer of answers) made.add(`${path}/${idOf(answer)}`)
    }
    expect(made.size).toBe(raceKeys)
    expect(await countCreated(database, client)).toBe(raceKeys)
  })

  it('of concurrent requests with two bodies one wins and the other body is rejected, 20 times', async () => {
    const client = await server.welcome()
    for (let race = 0; race < 20; race += 1) {
      const key = randomUUID()
      const bodies = Array.from({ length: 10 }, (_, index) => ({ firstName: index % 2 ? 'Ann' : 'Bea' }))
      const answers = await Promise.all(bodies.map(body => postWithKey(client, key, body)))
      const done = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
      expect(new Set(done.map(idOf)).size).toBe(1)
    }
    expect(await countCreated(database, client)).toBe(20)
  })

  it('a caller who disconnects at any moment and retries creates one, 100 times', async () => {
    const client = await server.welcome()
    let replays = 0
    for (let race = 0; race < 100; race += 1) {
      const key = randomUUID()
      const hangUp = new AbortController()
      setTimeout(() => hangUp.abort(), race / 10)
      const lost = client.call('POST', '/contacts', ann, {
        headers: { 'idempotency-key': key },
        signal: hangUp.signal,
      })
      await lost.catch(() => {})
      const again = await postWithKey(client, key)
      idOf(again)
      if (isReplay(again)) replays += 1
    }
    expect(replays).toBeGreaterThan(0)
    expect(await countCreated(database, client)).toBe(100)
  })
})
