// Creating with an Idempotency-Key: what was answered is answered again.
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type BookClient, startAddressBook } from '../../test/address-book.ts'
import { expectExactBooks } from '../../test/address-book-audit.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { ann, countCreated, idOf, isReplay, postOnce } from '../../test/keyed-requests.ts'

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
  ] as const)('the same key and body in %s answer the same again, and make one', async (path, body) => {
    const client = await server.welcome()
    const first = await postOnce(client, 'one', body, path)
    const again = await postOnce(client, 'one', body, path)
    expect(idOf(again)).toBe(idOf(first))
    expect(again.body).toBe(first.body)
    expect([first, again].map(isReplay)).toEqual([false, true])
    expect(await countCreated(database, client)).toBe(1)
  })

  it('a body is the same in another order and with other fields that are ignored', async () => {
    const client = await server.welcome()
    const id = idOf(await postOnce(client, 'one', { ...ann, customFields: [{ name: 'A', value: 'B' }] }))
    const again = await postOnce(client, 'one', {
      attempt: 2,
      customFields: [{ value: 'B', name: 'A' }],
      phone: ann.phone,
      firstName: ann.firstName,
    })
    expect(idOf(again)).toBe(id)
    expect(isReplay(again)).toBe(true)
  })

  it('without a key, or with another, the same body makes another', async () => {
    const client = await server.welcome()
    const answers = await Promise.all([
      client.call('POST', '/contacts', ann),
      client.call('POST', '/contacts', ann),
      postOnce(client, 'one'),
      postOnce(client, 'One'),
    ])
    expect(new Set(answers.map(idOf)).size).toBe(4)
    expect(answers.some(isReplay)).toBe(false)
  })

  it('the same key is another one for another advisor, application or operation', async () => {
    const client = await server.welcome()
    const other = await server.welcome()
    const body = { firstName: 'Ann', name: 'Golf' } // means something to both operations
    const answers = [
      await postOnce(client, 'one', body),
      await postOnce(other, 'one', body),
      await postOnce(await server.introduce(client, other), 'one', body),
      await postOnce(await server.introduce(other, client), 'one', body),
    ]
    const group = await postOnce(client, 'one', body, '/groups')
    expect(new Set(answers.map(idOf)).size).toBe(4)
    expect([...answers, group].some(isReplay)).toBe(false)
    expect([await countCreated(database, client), await countCreated(database, other)]).toEqual([3, 2])
  })

  it('the answer is kept for 24 hours, and then the request is a new one', async () => {
    const client = await server.welcome()
    const first = idOf(await postOnce(client, 'one'))
    await makeOlder(client, '23 hours 59 minutes')
    expect(idOf(await postOnce(client, 'one'))).toBe(first)
    await makeOlder(client, '1 minute')
    const anew = await postOnce(client, 'one', { firstName: 'Bea' })
    expect(idOf(anew)).not.toBe(first)
    expect(isReplay(anew)).toBe(false)
    const again = await postOnce(client, 'one', { firstName: 'Bea' })
    expect(idOf(again)).toBe(idOf(anew))
    expect(isReplay(again)).toBe(true)
    expect(await countCreated(database, client)).toBe(2)
  })

  it('an answer stays what it was when the contact is gone', async () => {
    const client = await server.welcome()
    const id = idOf(await postOnce(client, 'one'))
    await client.call('DELETE', `/contacts/${id}`)
    expect(idOf(await postOnce(client, 'one'))).toBe(id)
    expect((await client.call('GET', `/contacts/${id}`)).status).toBe(404)
  })

  it('255 characters are a key, to the last of them', async () => {
    const client = await server.welcome()
    const keys = ['a', 'b'].map(last => last.padStart(255, '~ key "with" \\ {,} '))
    const ids = [await postOnce(client, keys[0] ?? ''), await postOnce(client, keys[1] ?? '')].map(idOf)
    expect(idOf(await postOnce(client, keys[0] ?? ''))).toBe(ids[0])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('a request that was refused has not used its key', async () => {
    const client = await server.welcome()
    for (const refused of [{ phone: '2025550123' }, { nickname: 'Annie' }]) {
      expectProblem(await postOnce(client, 'one', refused), { status: 400, code: 'invalid_request' })
    }
    const answer = await postOnce(client, 'one')
    expect(isReplay(answer)).toBe(false)
    expect(await countCreated(database, client)).toBe(1)
    expect(idOf(await postOnce(client, 'one'))).toBe(idOf(answer))
  })
})

describe('400', () => {
  it('the same key with another body changes nothing, and the first answer stays', async () => {
    const client = await server.welcome()
    const id = idOf(await postOnce(client, 'one'))
    for (const body of [{ ...ann, lastName: 'Lee' }, { firstName: 'Ann' }, { ...ann, phone: null }]) {
      const problem = expectProblem(await postOnce(client, 'one', body), {
        status: 400,
        code: 'invalid_request',
      })
      expect(problem.detail).toBe('The Idempotency-Key was used with another body in the last 24 hours.')
    }
    expect(await countCreated(database, client)).toBe(1)
    expect(idOf(await postOnce(client, 'one'))).toBe(id)
  })

  it('256 characters are no key', async () => {
    const client = await server.welcome()
    const answer = await postOnce(client, 'k'.repeat(256))
    expectProblem(answer, { status: 400, code: 'invalid_request' })
    expect(await countCreated(database, client)).toBe(0)
  })
})
