// Side effects of a send: contacts, idempotency keys, shared commits.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

describe('contacts', () => {
  const contactsWith = (phone: string) =>
    rowsOf('select * from contact where advisor_id = $1 and phone = $2', client.advisorId, phone)

  it('are created for unknown numbers, refused or not, named after the number', async () => {
    const phone = newPhone()
    await client.send({ phone, text: 'Hello' })
    await client.send({ phone, text: 'Hello' })
    expect(await contactsWith(phone)).toMatchObject([{ source: 2, first_name: phone, last_name: null }])
  })

  it('are never changed if they exist', async () => {
    const phone = newPhone()
    const { body } = await client.call('POST', '/core/contact/contacts', { firstName: 'Maria', phone })
    const [before] = await contactsWith(phone)
    await client.accept(phone)
    await client.send({ phone, text: 'Hello' })
    await client.reply(phone, 'STOP')
    expect(await contactsWith(phone)).toEqual([before])
    expect(before).toMatchObject({ id: body.id, source: 1 })
  })

  it('are not recreated for a deleted contact who opted out', async () => {
    const phone = newPhone()
    const { body } = await client.call('POST', '/core/contact/contacts', { firstName: 'Gone', phone })
    await client.reply(phone, 'STOP')
    await client.call('DELETE', `/core/contact/contacts/${body.id}`)
    const refused = await client.send({ phone, text: 'Hello' })
    expect(refused.body.failureDetails[0].code).toBe('opted_out')
    expect((await client.ask([phone])).body.failureDetails[0].code).toBe('opted_out')
    const found = await client.call('GET', `/core/contact/contacts?phone=${encodeURIComponent(phone)}`)
    expect(found.body.data).toEqual([])
  })

  it('are recreated after deletion, with the same member and consent', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const { memberId } = (await client.consent(phone)).body
    const [contact] = await contactsWith(phone)
    expect((await client.call('DELETE', `/core/contact/contacts/${Number(contact?.['id'])}`)).status).toBe(
      204,
    )
    expect((await client.consent(phone)).status).toBe(404)
    const { body } = await client.send({ phone, text: 'Hello' })
    expect(body.successes).toMatchObject([{ memberId }])
    expect(await contactsWith(phone)).toHaveLength(1)
  })

  it('are counted exactly', async () => {
    const own = await server.welcome()
    await own.send({ phoneNumbers: [newPhone(), newPhone(), newPhone()], text: 'Hello' })
    const { body } = await own.call('GET', '/core/contact/contacts')
    expect([body.pageInfo.totalRecord, body.data.length]).toEqual([3, 3])
  })
})

describe('with an Idempotency-Key', () => {
  it('returns a response that was stored before the operation had all its fields', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const key = randomUUID()
    const send = () => client.send({ phone, text: 'Stored' }, { 'idempotency-key': key })
    const first = await send()
    await rowsOf(
      `update idempotency_key set answer = answer #- '{successes,0,phone}' where key = $1 returning 1`,
      key,
    )
    const { status, headers, body } = await send()
    const { messageId, memberId } = first.body.successes[0]
    expect([status, body.successes]).toEqual([200, [{ messageId, memberId }]])
    expect(headers['content-type']).toBe(first.headers['content-type'])
  })

  it('takes effect once and returns the same response again', async () => {
    const [willing, stranger] = [newPhone(), newPhone()]
    await client.accept(willing)
    const body = { phoneNumbers: [willing, stranger], text: 'Once' }
    const headers = { 'idempotency-key': randomUUID() }
    const first = await client.send(body, headers)
    await client.accept(stranger)
    const second = await client.send(body, headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ])
    expect(
      await rowsOf(`select from message where advisor_id = $1 and text = 'Once'`, client.advisorId),
    ).toHaveLength(1)
  })

  it('400: reused with another body, and nothing is sent', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const headers = { 'idempotency-key': randomUUID() }
    await client.send({ phone, text: 'One' }, headers)
    const other = await client.send({ phone, text: 'Other' }, headers)
    expect(other.status).toBe(400)
    expect(await rowsOf('select from message where text = $1', 'Other')).toHaveLength(0)
  })

  it('does not delay requests without a key in the same commit', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const headers = { 'idempotency-key': randomUUID() }
    await client.send({ phone, text: 'A' }, headers)
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => client.send({ phone, text: 'A' }, headers)),
      ...Array.from({ length: 20 }, () => client.send({ phone, text: 'B' }, headers)),
      ...Array.from({ length: 20 }, () => client.send({ phone, text: 'C' })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(20).fill(200),
      ...Array(20).fill(400),
      ...Array(20).fill(200),
    ])
    const texts = await rowsOf('select text from message where phone = $1 and kind = $2', phone, 'text')
    expect(Object.groupBy(texts, ({ text }) => String(text))['A']).toHaveLength(1)
    expect(Object.groupBy(texts, ({ text }) => String(text))['C']).toHaveLength(20)
  })
})

describe('concurrent sends', () => {
  it('share commits, and each gets its own response', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => server.welcome({ isConsentRequired: false })),
    )
    const sends = clients.flatMap(each =>
      Array.from({ length: 25 }, (_, index) => ({
        each,
        phone: newPhone(),
        text: `${each.advisorId} ${index}`,
      })),
    )
    const answers = await Promise.all(sends.map(({ each, phone, text }) => each.send({ phone, text })))
    for (const [index, { body }] of answers.entries()) {
      const { each, phone, text } = sends[index] as (typeof sends)[number]
      const [message] = await rowsOf(
        'select * from message_status where id = $1',
        body.successes[0].messageId,
      )
      expect(message).toMatchObject({ advisor_id: each.advisorId, phone, text })
    }
    const [transactions] = await rowsOf(
      `select count(distinct xmin::text)::integer as commits from message where advisor_id = any($1)`,
      clients.map(({ advisorId }) => advisorId),
    )
    expect(Number(transactions?.['commits'])).toBeLessThan(100)
  })

  it('to one number keep the order of their responses', async () => {
    const free = await server.welcome({ isConsentRequired: false })
    const phone = newPhone()
    const ids: number[] = []
    for (let index = 0; index < 10; index += 1) {
      const { body } = await free.send({ phone, text: String(index) })
      ids.push(body.successes[0].messageId)
    }
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  })
})

describe('a database failure', () => {
  it('returns 500, stores nothing, and the next send succeeds', async () => {
    const free = await server.welcome({ isConsentRequired: false })
    await server.owner.query('alter table outbox rename to outbox_away')
    const failed = await free.send({ phone: newPhone(), text: 'Hello' })
    await server.owner.query('alter table outbox_away rename to outbox')
    expect(failed.status).toBe(500)
    expect(failed.body).toMatchObject({ code: 'internal_error', retryable: true })
    for (const table of ['message', 'member', 'contact', 'journal']) {
      expect(await rowsOf(`select from ${table} where advisor_id = $1`, free.advisorId)).toHaveLength(0)
    }
    expect((await free.send({ phone: newPhone(), text: 'Hello' })).body.successes).toHaveLength(1)
  })
})

describe('a request that waits for its duplicate', () => {
  it('does not fail others in its commit, and returns 504 if the duplicate does not finish', async () => {
    const free = await server.welcome({ isConsentRequired: false })
    await server.owner.query(`alter function keep_idempotency_answers set lock_timeout = '300ms'`)
    const key = randomUUID()
    const holder = await server.database.connect()
    await holder.query('begin')
    await holder.query(
      `insert into idempotency_key (advisor_id, application_id, operation, key, fingerprint)
       values ($1, $2, 'sendMessage', $3, sha256(''))`,
      [free.advisorId, free.applicationId, key],
    )
    const [stuck, ...others] = await Promise.all([
      free.send({ phone: newPhone(), text: 'Stuck' }, { 'idempotency-key': key }),
      ...Array.from({ length: 10 }, () => free.send({ phone: newPhone(), text: 'Free' })),
    ])
    await holder.query('rollback')
    holder.release()
    expect([stuck?.status, stuck?.body.code]).toEqual([504, 'downstream_timeout'])
    expect(others.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await rowsOf(`select from message where advisor_id = $1`, free.advisorId)).length).toBe(10)
  })
})

describe('a request whose recipient is locked by a stalled transaction', () => {
  it('delays its own batch for a second, and no other request', async () => {
    const free = await server.welcome({ isConsentRequired: false })
    const phone = newPhone()
    await free.send({ phone, text: 'Hello' })
    const holder = await server.database.connect()
    await holder.query('begin')
    await holder.query('select from member where advisor_id = $1 and phone = $2 for update', [
      free.advisorId,
      phone,
    ])
    let hasStoredResponse = false
    const stuck = free.send({ phone, text: 'Stuck' }).then(answer => {
      hasStoredResponse = true
      return answer
    })
    const others = Array.from({ length: 3 }, () => free.send({ phone: newPhone(), text: 'Free' }))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200])
    const later = await free.send({ phone: newPhone(), text: 'Later' })
    expect([later.status, hasStoredResponse]).toEqual([200, false])
    await holder.query('rollback')
    holder.release()
    expect((await stuck).status).toBe(200)
  })
})
