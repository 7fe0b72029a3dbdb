// Many keys in one transaction, for callers that batch requests.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { deleteExpiredKeys } from './delete-expired-keys.ts'
import { KeyTakenError } from './errors.ts'
import { fingerprint } from './fingerprint.ts'
import type { Idempotency, IdempotencyKey } from './idempotency.ts'
import { claimKeys, storeResponses } from './run-once.ts'
import { findStoredResponses, storeNewResponses } from './stored-responses.ts'

const { database, owner } = await useTestDatabase()

const keyOf = (key: string, body: object = {}, advisorId = 1): IdempotencyKey => ({
  advisorId,
  applicationId: 1,
  operation: 'sendMessage',
  key,
  fingerprint: fingerprint(body),
})
const newKey = (): IdempotencyKey => keyOf(randomUUID())

/** Claims the keys, and answers each new one with its own text. */
const answerAll = (
  keys: readonly IdempotencyKey[],
  words: (key: IdempotencyKey) => string = ({ key }) => key,
) =>
  inTransaction(database, async tx => {
    const claims = await claimKeys(tx, keys)
    const created = keys.filter((_, index) => claims[index]?.state === 'new')
    await storeResponses(
      tx,
      created.map(key => ({ key, answer: { words: words(key) } })),
    )
    return claims
  })

describe('keys that are claimed together', () => {
  it('each get their own claim, in the order given', async () => {
    const known = newKey()
    await answerAll([known])
    const fresh = newKey()
    const claims = await answerAll([
      fresh,
      { ...known, fingerprint: fingerprint({ text: 'Other' }) },
      known,
      fresh,
      { ...fresh, fingerprint: fingerprint({ text: 'Other' }) },
      { ...known, advisorId: 2 },
      { ...known, applicationId: 2 },
      { ...known, operation: 'requestConsent' },
      fresh,
    ])
    expect(claims).toEqual([
      { state: 'new' },
      { state: 'other body' },
      { state: 'done', answer: { words: known.key } },
      { state: 'twin', of: fresh },
      { state: 'other body' },
      { state: 'new' },
      { state: 'new' },
      { state: 'new' },
      { state: 'twin', of: fresh },
    ])
    expect(await answerAll([fresh])).toEqual([{ state: 'done', answer: { words: fresh.key } }])
  })

  it('do not block each other in two lists of opposite order, and each is new in one of them, 100 times', async () => {
    for (let race = 0; race < 100; race += 1) {
      const keys = Array.from({ length: 20 }, newKey)
      const [one, other] = await Promise.all([
        answerAll(keys, () => 'one'),
        answerAll(keys.toReversed(), () => 'other'),
      ])
      for (const [index, claim] of one.entries()) {
        const twin = other[keys.length - 1 - index]
        expect(new Set([claim.state, twin?.state])).toEqual(new Set(['done', 'new']))
        const done = claim.state === 'done' ? claim : twin
        expect(done).toEqual({
          state: 'done',
          answer: { words: claim.state === 'done' ? 'other' : 'one' },
        })
      }
    }
  })

  it('are free again when the transaction is rolled back', async () => {
    const key = newKey()
    const failing = inTransaction(database, async tx => {
      await claimKeys(tx, [key])
      await storeResponses(tx, [{ key, answer: 'lost' }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await answerAll([key])).toEqual([{ state: 'new' }])
  })

  it('do not limit how long the rest of the transaction may wait', async () => {
    const { rows } = await inTransaction(database, async tx => {
      await claimKeys(tx, [newKey()])
      return tx.query<object>('show lock_timeout')
    })
    expect(rows).toEqual([{ lock_timeout: '0' }])
  })

  it('may be an empty list', async () => {
    expect(await answerAll([])).toEqual([])
  })

  it('need a claim before a response is stored, and a response before the commit', async () => {
    const key = newKey()
    const unclaimed = inTransaction(database, tx => storeResponses(tx, [{ key, answer: 1 }]))
    await expect(unclaimed).rejects.toThrow('a response has no claimed key')
    await inTransaction(database, tx => claimKeys(tx, [key]))
    await expect(answerAll([key])).rejects.toThrow('a stored key has no response')
  })
})

const requestOf = (key: IdempotencyKey | undefined): { readonly idempotency: Idempotency } => ({
  idempotency: { key, replayed: false },
})

/** Looks up the keys, and stores a response for each new one. */
const answerNew = (
  keys: readonly (IdempotencyKey | undefined)[],
  meanwhile = (): Promise<unknown> => Promise.resolve(),
) =>
  inTransaction(database, async tx => {
    const claimed = await findStoredResponses(tx, keys.map(requestOf))
    await meanwhile()
    const created = claimed.filter(({ claim }) => claim.state === 'new')
    await storeNewResponses(
      tx,
      created.flatMap(({ request: { idempotency } }) =>
        idempotency.key ? [{ key: idempotency.key, answer: { words: idempotency.key.key } }] : [],
      ),
    )
    return claimed.map(({ claim }) => claim)
  })

describe('keys that are looked up first and stored at the end', () => {
  it('are distinguished like claimed ones', async () => {
    const known = newKey()
    await answerAll([known])
    const fresh = newKey()
    const claims = await answerNew([
      fresh,
      { ...known, fingerprint: fingerprint({ text: 'Other' }) },
      known,
      fresh,
      { ...fresh, fingerprint: fingerprint({ text: 'Other' }) },
      { ...known, advisorId: 2 },
    ])
    expect(claims).toEqual([
      { state: 'new' },
      { state: 'other body' },
      { state: 'done', answer: { words: known.key } },
      { state: 'twin', of: requestOf(fresh) },
      { state: 'other body' },
      { state: 'new' },
    ])
    expect(await answerAll([fresh])).toEqual([{ state: 'done', answer: { words: fresh.key } }])
    expect(await answerNew([fresh])).toEqual([{ state: 'done', answer: { words: fresh.key } }])
  })

  it('are new each time if a request has no key', async () => {
    const key = newKey()
    await answerNew([key])
    expect(await answerNew([undefined, key, undefined])).toEqual([
      { state: 'new' },
      { state: 'done', answer: { words: key.key } },
      { state: 'new' },
    ])
  })

  it('fail the transaction when another request has taken one meanwhile', async () => {
    const [taken, other] = [newKey(), newKey()]
    const late = answerNew([taken, other], () => answerNew([taken]))
    await expect(late).rejects.toThrow(KeyTakenError)
    expect(await answerNew([taken, other])).toEqual([
      { state: 'done', answer: { words: taken.key } },
      { state: 'new' },
    ])
  })

  it('are free again after a day, and only once', async () => {
    const key = newKey()
    await answerNew([key])
    await owner.query(`update idempotency_key set created_at = now() - interval '25 hours' where key = $1`, [
      key.key,
    ])
    await expect(answerNew([key], () => answerNew([key]))).rejects.toThrow(KeyTakenError)
    expect(await answerNew([key])).toMatchObject([{ state: 'done' }])
  })
})

describe('a fingerprint', () => {
  it('depends on the value, not on how it is written', () => {
    const one = fingerprint({ a: [{ c: 1, b: null }], d: 'é' })
    expect(fingerprint({ d: 'é', a: [{ b: null, c: 1 }] })).toEqual(one)
    for (const other of [
      { a: [{ c: '1', b: null }], d: 'é' },
      { a: [{ c: 1 }], d: 'é' },
      { a: [], d: 'é' },
    ]) {
      expect(fingerprint(other)).not.toEqual(one)
    }
    expect(fingerprint({ a: [1, 2] })).not.toEqual(fingerprint({ a: [2, 1] }))
  })
})

describe('the sweep', () => {
  it('deletes only keys older than a day, also when two sweeps run at once', async () => {
    await owner.query('truncate idempotency_key')
    await owner.query(
      `insert into idempotency_key (advisor_id, application_id, operation, key, fingerprint, answer, created_at)
       select 1, 1, 'sendMessage', number::text, sha256(''), '1',
         now() - case when number <= 2500 then interval '24 hours' else interval '23 hours 59 minutes' end
       from generate_series(1, 2510) as number`,
    )
    const deleted = await Promise.all([deleteExpiredKeys(database), deleteExpiredKeys(database)])
    expect(deleted[0] + deleted[1]).toBe(2_500)
    const { rows } = await owner.query<{ count: number }>('select count(*) from idempotency_key')
    expect(rows).toEqual([{ count: 10 }])
  })
})
