import { assert, boolean, nat, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecret } from '../calls/secrets.ts'
import { type SigningKey, signDelivery } from '../calls/sign-delivery.ts'
import { verifySignature } from './verify-signature.ts'

const hmac = (): SigningKey => createSecret('hmac')
const [first, second, publicOne] = [hmac(), hmac(), createSecret('ed25519')]
const now = 1_794_775_900_000
const timestampSeconds = now / 1_000 - 33
const delivery = { id: 'evt_1', timestampSeconds, body: '{"id":"evt_1","type":"message.delivered"}' }

const headersOf = (keys: readonly SigningKey[], signed = delivery): string =>
  `webhook-id: ${signed.id}\nwebhook-timestamp: ${signed.timestampSeconds}\nwebhook-signature: ${signDelivery(signed, keys)}`

describe('a pasted delivery', () => {
  it('names the key that signed it, of either kind and in any form of headers', () => {
    const keys = [first, second, publicOne]
    const { body } = delivery
    for (const [index, key] of keys.entries())
      expect(verifySignature({ headers: headersOf([key]), body, now }, keys)).toEqual({
        isValid: true,
        keyIndex: index,
        findings: [],
      })
    const printed = headersOf([hmac(), second])
      .split('\n')
      .map(line => `  '${line.replace(': ', "': '")}',`)
    for (const headers of [printed.join('\r\n'), headersOf([second]).replace('webhook-id', 'Webhook-Id')])
      expect(verifySignature({ headers, body, now }, keys)).toMatchObject({ isValid: true, keyIndex: 1 })
  })

  it('says what is wrong with it', () => {
    const keys = [first, publicOne]
    const findings = (headers: string, body = delivery.body, at = now) =>
      verifySignature({ headers, body, now: at }, keys)
    const headers = headersOf([first])
    expect(findings('').findings).toEqual([
      'webhook-id is missing.',
      'webhook-timestamp is missing.',
      'webhook-signature is missing.',
    ])
    expect(findings(headers, delivery.body, now + 3_600_000)).toMatchObject({
      isValid: false,
      keyIndex: 0,
      findings: [expect.stringContaining('3633 seconds old')],
    })
    expect(findings(headers, delivery.body, now - 3_600_000).findings[0]).toContain('ahead')
    expect(findings(headers, `${delivery.body}\r\n`).findings[0]).toContain('white space')
    expect(findings(headers, '{ "type": "message.delivered", "id": "evt_1" }').findings[0]).toContain(
      'parsed and written again',
    )
    expect(findings(headers, delivery.body.slice(0, -1)).findings[0]).toContain('Is it complete?')
    expect(findings(headersOf([second])).findings[0]).toContain('No secret of this endpoint')
    expect(findings(headers.replace('evt_1', 'evt_2'))).toMatchObject({ isValid: false })
    expect(findings(headers.replace('v1,', 'v2,')).findings[0]).toContain('must be a list of signatures')
    expect(findings(headers.replace(String(timestampSeconds), 'now')).findings[0]).toContain('seconds since')
  })

  it('is never valid with a byte changed, and never takes long', () => {
    const keys = [first, publicOne]
    assert(
      property(nat(delivery.body.length - 1), boolean(), (at, isPublic) => {
        const { body } = delivery
        const changed = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`
        const headers = headersOf([isPublic ? publicOne : first])
        expect(verifySignature({ headers, body: changed, now }, keys).isValid).toBe(false)
      }),
    )
    for (const text of ['['.repeat(60_000), `a:${' '.repeat(60_000)}x`, 'v1a,AAAAAAAAAAAA '.repeat(4_000)]) {
      const startedAt = performance.now()
      const headers = `${headersOf([second])}\n${text}`
      verifySignature({ headers, body: text, now }, keys)
      verifySignature({ headers: headersOf([second]).replace(/v1,.*/, text), body: text, now }, keys)
      expect(performance.now() - startedAt).toBeLessThan(500)
    }
  })
})
