// A short form of `npm run faults:restore`.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { WireRecord } from '../machine/wire-record.ts'
import { checkRestores, type Round, restoreChecks } from './check-restores.ts'
import { afterStop } from './load.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('two restores to random moments repeat no id and no text, and forget no STOP and no revocation', {
  timeout: 900_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--restores', '2']).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
  for (const name of Object.values(restoreChecks)) {
    expect(stdout).toMatch(new RegExp(`ok +${name}: [1-9]\\d* examined, 0 violations`))
  }
  // Otherwise there was nothing to forget.
  expect(Number(/(\d+) {2}sends lost/.exec(stdout)?.[1])).toBeGreaterThan(0)
})

describe('the checks find', () => {
  const round: Round = {
    round: 1,
    restoredAtMs: 1_000,
    recoveredAtMs: 2_000,
    ready: [],
    accepted: [],
    tried: 2,
  }
  const stop = {
    phone: '+13120000001',
    round: 1,
    advisor: { id: 1, identifier: 'a', number: '+17000000000' },
  }
  const seen = (changes: Partial<Parameters<typeof checkRestores>[0]>): string[] =>
    checkRestores({
      rounds: [round],
      acknowledged: [{ messageId: 1, text: 'one', phone: stop.phone }],
      stops: [stop],
      wire: new WireRecord(),
      taken: [],
      ...changes,
    })
      .filter(({ violations }) => violations.length > 0)
      .map(({ name }) => name)

  const submit = (wire: WireRecord): WireRecord => {
    const texts = [{ reference: '1', from: '+17000000000', to: stop.phone }]
    wire.fromWorker(1, JSON.stringify({ kind: 'submit', id: 1, texts }), true)
    return wire
  }

  it('nothing in what is whole', () => {
    expect(seen({ wire: submit(new WireRecord()) })).toEqual([])
  })
  it('a process that is ready, and a text that is sent, before parley recover', () => {
    expect(seen({ rounds: [{ ...round, ready: ['api-1'] }] })).toEqual([restoreChecks.fenced])
    const now = Date.now()
    const rounds = [{ ...round, restoredAtMs: now - 1_000, recoveredAtMs: now + 60_000 }]
    expect(seen({ rounds, wire: submit(new WireRecord()) })).toEqual([restoreChecks.fenced])
  })
  it('an id that was given to two sends', () => {
    const acknowledged = ['one', 'another'].map(text => ({ messageId: 1, text, phone: stop.phone }))
    expect(seen({ acknowledged })).toEqual([restoreChecks.idsOnce])
  })
  it('a text that was submitted twice, and one that arrived under two ids', () => {
    expect(seen({ wire: submit(submit(new WireRecord())) })).toEqual([restoreChecks.textsOnce])
    const once = { text: 'one', phone: '+13120000002', takenAtMs: 500 }
    expect(seen({ taken: [once, once] })).toEqual([restoreChecks.textsOnce])
  })
  it('a text after a STOP', () => {
    const taken = [{ text: afterStop(stop.phone), phone: stop.phone, takenAtMs: 3_000 }]
    expect(seen({ taken })).toEqual([restoreChecks.stops])
  })
  it('a token that is accepted', () => {
    expect(seen({ rounds: [{ ...round, accepted: ['a token was accepted'] }] })).toEqual([
      restoreChecks.access,
    ])
  })
})
