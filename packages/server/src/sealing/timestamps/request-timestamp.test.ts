import { hash } from 'node:crypto'
import { verifyTimestamp } from '@parley/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl, TimestampAuthorityServer } from '../../../test/servers/timestamp-authority.ts'
import { requestTimestamp, type TimestampOutcome } from './request-timestamp.ts'

const stamped = hash('sha256', 'a checkpoint', 'buffer')
let tsa: TimestampAuthorityServer

const ask = (url: string, timeoutMs = 60_000): Promise<TimestampOutcome> =>
  requestTimestamp({ url, hash: stamped, roots: [tsa.root], timeoutMs })

describe.skipIf(!hasOpenssl)('asking a time-stamp authority', () => {
  beforeAll(() => {
    tsa = new TimestampAuthorityServer()
  })
  afterAll(() => tsa.close())

  it('gets a token that holds for anybody afterwards', async () => {
    const outcome = await ask(await tsa.serve())
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
    expect(Math.abs(outcome.timeMs - Date.now())).toBeLessThan(60_000)
    const claim = { hash: stamped, nonce: undefined, roots: [tsa.root] }
    expect(await verifyTimestamp(outcome.token, claim)).toMatchObject({ valid: true })
    expect(tsa.judge(outcome.token, Buffer.from('a checkpoint'))).toContain('OK')
  })

  it('does not take a token that was given before', async () => {
    let first: Buffer | undefined
    const url = await tsa.serve(request => (first ??= tsa.reply(request)))
    expect(await ask(url)).toMatchObject({ kind: 'stamped' })
    expect(await ask(url)).toEqual({ kind: 'invalid', fault: 'nonce' })
  })

  it('says what went wrong', async () => {
    expect(await ask(await tsa.serve(() => 'no', 503))).toEqual({ kind: 'refused', status: 503 })
    expect(await ask(await tsa.serve(() => 'hello'))).toEqual({ kind: 'invalid', fault: 'malformed' })
    expect(await ask(await tsa.serve(() => Buffer.alloc(100_000)))).toEqual({
      kind: 'invalid',
      fault: 'too long',
    })
    expect(await ask(await tsa.listen(() => {}), 500)).toEqual({ kind: 'unreachable', reason: 'timeout' })
    expect(await ask('http://127.0.0.1:1/')).toEqual({ kind: 'unreachable', reason: 'connection' })
  })
})
