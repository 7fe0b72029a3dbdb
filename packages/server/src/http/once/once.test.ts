// Many keys in one transaction, as those need who take many requests at once.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { claimKeys } from './claim-keys.ts'
import { deleteExpiredKeys } from './delete-expired-keys.ts'
import { KeyTakenError } from './errors.ts'
import { findKeptAnswers } from './find-kept-answers.ts'
import { fingerprint } from './fingerprint.ts'
import { keepAnswers } from './keep-answers.ts'
import { keepNewAnswers } from './keep-new-answers.ts'
import type { OnceKey } from './once.ts'

const { database, owner, drop } = await createTestDatabase()
afterAll(drop)

const keyOf = (key: string, body: object = {}, advisorId = 1): OnceKey => ({
  advisorId,
  applicationId: 1,
  operation: 'sendMessage',
  key,
  fingerprint: fingerprint(body),
})
const newKey = (): OnceKey => keyOf(randomUUID())

/** Claims, and answers each that is new with its own words. */
const answerAll = (keys: readonly OnceKey[], words: (key: OnceKey) => string = ({ key }) => key) =>
  inTransaction(database, async tx => {
    const claims = await claimKeys(tx, keys)
    const created = keys.filter((_, index) => claims[index]?.state === 'new')
    await keepAnswers(
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
      { state: 'twin', of: 0 },
      { state: 'other body' },
      { state: 'new' },
      { state: 'new' },
      { state: 'new' },
      { state: 'twin', of: 0 },
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

  it('are free again when the transaction comes to nothing', async () => {
    const key = newKey()
    const failing = inTransaction(database, async tx => {
      await claimKeys(tx, [key])
      await keepAnswers(tx, [{ key, answer: 'lost' }])
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

  it('may be none', async () => {
    expect(await answerAll([])).toEqual([])
  })

  it('must be claimed before they are answered, and answered before they are committed', async () => {
    const key = newKey()
    const unclaimed = inTransaction(database, tx => keepAnswers(tx, [{ key, answer: 1 }]))
    await expect(unclaimed).rejects.toThrow('no key of its own')
    await inTransaction(database, tx => claimKeys(tx, [key]))
    await expect(answerAll([key])).rejects.toThrow('without its answer')
  })
})

/** Looks, and keeps an answer of its own words for each that is new. */
const answerNew = (keys: readonly OnceKey[], meanwhile = (): Promise<unknown> => Promise.resolve()) =>
  inTransaction(database, async tx => {
    const claims = await findKeptAnswers(tx, keys)
    await meanwhile()
    const created = keys.filter((_, index) => claims[index]?.state === 'new')
    await keepNewAnswers(
      tx,
      created.map(key => ({ key, answer: { words: key.key } })),
    )
    return claims
  })

describe('keys that are looked for and kept at the end', () => {
  it('are told from each other as claimed ones are', async () => {
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
      { state: 'twin', of: 0 },
      { state: 'other body' },
      { state: 'new' },
    ])
    expect(await answerAll([fresh])).toEqual([{ state: 'done', answer: { words: fresh.key } }])
    expect(await answerNew([fresh])).toEqual([{ state: 'done', answer: { words: fresh.key } }])
  })

  it('fail the transaction when somebody has taken one meanwhile', async () => {
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
  it('is that of the value, not of how it is written', () => {
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
  it('deletes what is older than a day and nothing else, also when two sweep at once', async () => {
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
