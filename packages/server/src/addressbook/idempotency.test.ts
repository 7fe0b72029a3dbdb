// Creating with an Idempotency-Key: the stored response is returned again.
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { expectExactBooks } from '../../test/database/address-book-audit.ts'
import { expectProblem } from '../../test/http/expect-problem.ts'
import { ann, countCreated, idOf, isReplay, postWithKey } from '../../test/http/keyed-requests.ts'
import { type BookClient, startAddressBook } from '../../test/servers/address-book.ts'

const server = await startAddressBook()
const { database, owner } = server
afterEach(() => expectExactBooks(database))
afterAll(server.close)

const makeOlder = (client: BookClient, hours: string) =>
  owner.query('update idempotency_key set created_at = created_at - $2::interval where advisor_id = $1', [
    client.advisorId,
    hours,
  ])

describe('200', () => {
  it.each([
    ['/contacts', ann],
    ['/groups', { name: 'Golf', note: undefined }],
  ] as const)('the same key and body in %s return the same response and create one', async (path, body) => {
    const client = await server.welcome()
    const first = await postWithKey(client, 'one', body, path)
    const again = await postWithKey(client, 'one', body, path)
    expect(idOf(again)).toBe(idOf(first))
    expect(again.body).toBe(first.body)
    expect([first, again].map(isReplay)).toEqual([false, true])
    expect(await countCreated(database, client)).toBe(1)
  })

  it('a body counts as the same in another order and with other ignored fields', async () => {
    const client = await server.welcome()
    const id = idOf(await postWithKey(client, 'one', { ...ann, customFields: [{ name: 'A', value: 'B' }] }))
    const again = await postWithKey(client, 'one', {
      attempt: 2,
      customFields: [{ value: 'B', name: 'A' }],
      phone: ann.phone,
      firstName: ann.firstName,
    })
    expect(idOf(again)).toBe(id)
    expect(isReplay(again)).toBe(true)
  })

  it('without a key, or with another, the same body creates another', async () => {
    const client = await server.welcome()
    const answers = await Promise.all([
      client.call('POST', '/contacts', ann),
      client.call('POST', '/contacts', ann),
      postWithKey(client, 'one'),
      postWithKey(client, 'One'),
    ])
    expect(new Set(answers.map(idOf)).size).toBe(4)
    expect(answers.some(isReplay)).toBe(false)
  })

  it('the same key is separate for each advisor, application and operation', async () => {
    const client = await server.welcome()
    const other = await server.welcome()
    const body = { firstName: 'Ann', name: 'Golf' } // valid for both operations
    const answers = [
      await postWithKey(client, 'one', body),
      await postWithKey(other, 'one', body),
      await postWithKey(await server.introduce(client, other), 'one', body),
      await postWithKey(await server.introduce(other, client), 'one', body),
    ]
    const group = await postWithKey(client, 'one', body, '/groups')
    expect(new Set(answers.map(idOf)).size).toBe(4)
    expect([...answers, group].some(isReplay)).toBe(false)
    expect([await countCreated(database, client), await countCreated(database, other)]).toEqual([3, 2])
  })

  it('the response is kept for 24 hours, then the request counts as new', async () => {
    const client = await server.welcome()
    const first = idOf(await postWithKey(client, 'one'))
    await makeOlder(client, '23 hours 59 minutes')
    expect(idOf(await postWithKey(client, 'one'))).toBe(first)
    await makeOlder(client, '1 minute')
    const fresh = await postWithKey(client, 'one', { firstName: 'Bea' })
    expect(idOf(fresh)).not.toBe(first)
    expect(isReplay(fresh)).toBe(false)
    const again = await postWithKey(client, 'one', { firstName: 'Bea' })
    expect(idOf(again)).toBe(idOf(fresh))
    expect(isReplay(again)).toBe(true)
    expect(await countCreated(database, client)).toBe(2)
  })

  it('a stored response stays the same after the contact is deleted', async () => {
    const client = await server.welcome()
    const id = idOf(await postWithKey(client, 'one'))
    await client.call('DELETE', `/contacts/${id}`)
    expect(idOf(await postWithKey(client, 'one'))).toBe(id)
    expect((await client.call('GET', `/contacts/${id}`)).status).toBe(404)
  })

  it('a key may have 255 characters, all significant', async () => {
    const client = await server.welcome()
    const keys = ['a', 'b'].map(last => last.padStart(255, '~ key "with" \\ {,} '))
    const ids = [await postWithKey(client, keys[0] ?? ''), await postWithKey(client, keys[1] ?? '')].map(idOf)
    expect(idOf(await postWithKey(client, keys[0] ?? ''))).toBe(ids[0])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('a rejected request does not use its key', async () => {
    const client = await server.welcome()
    for (const refused of [{ phone: '2025550123' }, { nickname: 'Annie' }]) {
      expectProblem(await postWithKey(client, 'one', refused), { status: 400, code: 'invalid_request' })
    }
    const answer = await postWithKey(client, 'one')
    expect(isReplay(answer)).toBe(false)
    expect(await countCreated(database, client)).toBe(1)
    expect(idOf(await postWithKey(client, 'one'))).toBe(idOf(answer))
  })
})

describe('400', () => {
  it('the same key with another body changes nothing, and the first response stays', async () => {
    const client = await server.welcome()
    const id = idOf(await postWithKey(client, 'one'))
    for (const body of [{ ...ann, lastName: 'Lee' }, { firstName: 'Ann' }, { ...ann, phone: null }]) {
      const problem = expectProblem(await postWithKey(client, 'one', body), {
        status: 400,
        code: 'invalid_request',
      })
      expect(problem.detail).toBe('The Idempotency-Key was used with another body in the last 24 hours.')
    }
    expect(await countCreated(database, client)).toBe(1)
    expect(idOf(await postWithKey(client, 'one'))).toBe(id)
  })

  it('a key of 256 characters is rejected', async () => {
    const client = await server.welcome()
    const answer = await postWithKey(client, 'k'.repeat(256))
    expectProblem(answer, { status: 400, code: 'invalid_request' })
    expect(await countCreated(database, client)).toBe(0)
  })
})
