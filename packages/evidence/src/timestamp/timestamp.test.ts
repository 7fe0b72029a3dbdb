import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { flipped } from '../../test/hex.ts'
import { forTimestamps, OpensslTsa } from '../../test/openssl-tsa.ts'
import {
  parseTimestampResponse,
  parseTimestampToken,
  printTimestampRequest,
  type TimestampClaim,
  type TimestampVerdict,
  verifyTimestamp,
} from '../index.ts'

// On Debian: apt-get install openssl
const isInstalled = spawnSync('openssl', ['version']).status === 0
if (!isInstalled) process.stderr.write('Skipped: openssl is not installed.\n')

const hash = new Uint8Array(32).map((_, index) => index)
const nonce = Uint8Array.of(0, 0xff, 3, 4, 5, 6, 7, 8)
const request = printTimestampRequest({ hash, nonce })

let tsa: OpensslTsa
let root: Uint8Array

function stamp(name: string, options?: Parameters<OpensslTsa['reply']>[2]): Uint8Array {
  const response = parseTimestampResponse(tsa.reply(request, name, options))
  if (response.kind !== 'granted') throw new Error('rejected')
  return response.tokenBytes
}

const verify = (token: Uint8Array, claim: Partial<TimestampClaim> = {}): Promise<TimestampVerdict> =>
  verifyTimestamp(token, { hash, nonce, roots: [root], ...claim })

describe.skipIf(!isInstalled)('a time stamp by openssl', () => {
  beforeAll(() => {
    tsa = new OpensslTsa()
    root = tsa.certificate('root')
    tsa.issue({ name: 'ec', key: 'ec', extensions: forTimestamps })
    tsa.issue({ name: 'rsa', key: 'rsa', extensions: forTimestamps })
    tsa.issue({ name: 'p384', key: 'p384', extensions: forTimestamps })
  })
  afterAll(() => tsa.remove())

  it('is asked for with hash, nonce and certificate', () => {
    const text = tsa.describe(request)
    expect(text).toContain('Hash Algorithm: sha256')
    expect(text).toContain('Nonce: 0xFF030405060708')
    expect(text).toContain('Certificate required: yes')
    for (const odd of [Uint8Array.of(0), Uint8Array.of(0x7f), Uint8Array.of(0x80, 0), new Uint8Array(8)])
      expect(tsa.describe(printTimestampRequest({ hash, nonce: odd }))).toContain('Nonce: 0x')
  })

  it.each([
    ['ec', 'sha256'],
    ['ec', 'sha512'],
    ['p384', 'sha384'],
    ['rsa', 'sha256'],
    ['rsa', 'sha384'],
    ['rsa', 'sha512'],
  ])('holds with %s and %s, for us and for openssl', async (name, digest) => {
    const token = stamp(name, { digest })
    const verdict = await verify(token)
    expect(verdict).toMatchObject({ valid: true, info: { policy: '1.2.3.4.1', accuracyMs: 1_500 } })
    const timeMs = verdict.valid ? verdict.info.timeMs : 0
    expect(Math.abs(timeMs - Date.now())).toBeLessThan(60_000)
    expect(tsa.accepts(token, hash)).toBe(true)
    expect(await verify(token, { nonce: undefined })).toMatchObject({ valid: true })
  })

  it('is refused for another hash and another nonce', async () => {
    const token = stamp('ec')
    const other = flipped(hash, 77)
    expect(await verify(token, { hash: other })).toEqual({ valid: false, fault: 'imprint' })
    expect(tsa.accepts(token, other)).toBe(false)
    expect(await verify(token, { nonce: flipped(nonce, 20) })).toEqual({ valid: false, fault: 'nonce' })
  })

  it('is refused without a nonce if one was sent', async () => {
    const { content } = parseTimestampToken(stamp('ec'))
    // TSTInfo ends with the nonce; the sequence becomes shorter by it.
    const bare = content.slice(0, content.length - 10)
    bare[1] = (bare[1] ?? 0) - 10
    const token = tsa.sign(bare, 'ec')
    expect(await verify(token, { nonce: undefined })).toMatchObject({ valid: true })
    expect(await verify(token)).toEqual({ valid: false, fault: 'nonce' })
  })

  it.each([
    ['no purpose', []],
    ['a purpose that is not critical', ['extendedKeyUsage=timeStamping']],
    ['another purpose', ['extendedKeyUsage=critical,serverAuth']],
    ['a purpose too many', ['extendedKeyUsage=critical,timeStamping,serverAuth']],
    ['a key for other uses', ['keyUsage=critical,keyEncipherment', 'extendedKeyUsage=critical,timeStamping']],
  ])('is refused from a certificate with %s', async (_, extensions) => {
    tsa.issue({ name: 'misused', key: 'ec', extensions: ['basicConstraints=CA:FALSE', ...extensions] })
    const token = tsa.sign(parseTimestampToken(stamp('ec')).content, 'misused')
    expect(await verify(token)).toEqual({ valid: false, fault: 'usage' })
    expect(tsa.accepts(token, hash)).toBe(false)
    // The way of signing is not what is refused.
    expect(await verify(tsa.sign(parseTimestampToken(stamp('ec')).content, 'ec'))).toMatchObject({
      valid: true,
    })
  })

  it('is refused if it does not sign which certificate it is from', async () => {
    const token = tsa.sign(parseTimestampToken(stamp('ec')).content, 'ec', { namesCertificate: false })
    expect(await verify(token)).toEqual({ valid: false, fault: 'certificate' })
    expect(tsa.accepts(token, hash)).toBe(false)
  })

  it('is refused from a certificate that was not valid at the time', async () => {
    const dates = {
      past: { start: '20200101000000Z', end: '20210101000000Z' },
      future: { start: '20980101000000Z', end: '20990101000000Z' },
    }
    for (const [name, period] of Object.entries(dates)) {
      tsa.issue({ name, key: 'ec', extensions: forTimestamps, ...period })
      expect(await verify(stamp(name))).toEqual({ valid: false, fault: 'expired' })
    }
  })

  it('needs a chain to a given root', async () => {
    tsa.authority('other').authority('middle', 'root').authority('faded', 'root')
    tsa.issue({ name: 'deep', key: 'ec', extensions: forTimestamps, issuer: 'middle' })
    const whole = stamp('deep', { chain: ['middle'] })
    expect(await verify(whole)).toMatchObject({ valid: true })
    expect(tsa.accepts(whole, hash)).toBe(true)
    const untrusted = { valid: false, fault: 'untrusted' }
    expect(await verify(whole, { roots: [tsa.certificate('other')] })).toEqual(untrusted)
    expect(await verify(whole, { roots: [] })).toEqual(untrusted)
    const cut = stamp('deep')
    expect(await verify(cut)).toEqual(untrusted)
    expect(tsa.accepts(cut, hash)).toBe(false)
    expect(await verify(cut, { roots: [tsa.certificate('middle')] })).toMatchObject({ valid: true })
  })

  it('is refused if the root only has the name of the given one', async () => {
    const impostor = new OpensslTsa().issue({ name: 'ec', key: 'ec', extensions: forTimestamps })
    const response = parseTimestampResponse(impostor.reply(request, 'ec', { chain: ['root'] }))
    const own = impostor.certificate('root')
    impostor.remove()
    if (response.kind !== 'granted') throw new Error('rejected')
    expect(await verify(response.tokenBytes)).toEqual({ valid: false, fault: 'untrusted' })
    expect(await verify(response.tokenBytes, { roots: [own] })).toMatchObject({ valid: true })
  })

  it('is refused if the issuer is no authority, or may not have another below it', async () => {
    tsa.issue({ name: 'lone', key: 'ec', extensions: ['basicConstraints=critical,CA:FALSE'] })
    tsa.issue({ name: 'by-lone', key: 'ec', extensions: forTimestamps, issuer: 'lone' })
    tsa.issue({
      name: 'short',
      key: 'ec',
      extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=critical,keyCertSign'],
    })
    tsa.authority('below-short', 'short')
    tsa.issue({ name: 'by-below', key: 'ec', extensions: forTimestamps, issuer: 'below-short' })
    for (const [name, chain] of [
      ['by-lone', ['lone']],
      ['by-below', ['below-short', 'short']],
    ] as const) {
      const token = stamp(name, { chain: [...chain] })
      expect(await verify(token)).toEqual({ valid: false, fault: 'untrusted' })
      expect(tsa.accepts(token, hash)).toBe(false)
    }
  })

  it('of a stranger whose certificates all sign each other costs few signature checks', async () => {
    tsa.authority('knot')
    const twins = Array.from({ length: 5 }, (_, place) => `knot-${place}`)
    for (const twin of twins) tsa.twin('knot', twin)
    tsa.issue({ name: 'tangled', key: 'ec', extensions: forTimestamps, issuer: 'knot' })
    const token = stamp('tangled', { chain: ['knot', ...twins] })
    const verifySignature = vi.spyOn(crypto.subtle, 'verify')
    expect(await verify(token)).toEqual({ valid: false, fault: 'untrusted' })
    // That of the token, and that of its certificate by each of the six.
    expect(verifySignature.mock.calls.length).toBeLessThanOrEqual(7)
    verifySignature.mockRestore()
    expect(await verify(token, { roots: [tsa.certificate('knot-4')] })).toMatchObject({ valid: true })
    const crowd = Array.from({ length: 16 }, () => 'knot')
    expect(() => stamp('tangled', { chain: crowd })).toThrow('more than 16 certificates')
  })

  it('of a stranger whose certificates are signed in an unknown way does not count', async () => {
    const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign']
    tsa.issue({ name: 'new', key: 'ed25519', extensions, issuer: 'new' }).authority('by-new', 'new')
    tsa.issue({ name: 'modern', key: 'ec', extensions: forTimestamps, issuer: 'by-new' })
    const token = stamp('modern', { chain: ['by-new', 'new'] })
    expect(await verify(token)).toEqual({ valid: false, fault: 'untrusted' })
    expect(await verify(token, { roots: [tsa.certificate('by-new')] })).toMatchObject({ valid: true })
  })

  it('is refused from a certificate with a critical extension that nobody knows', async () => {
    const extensions = [...forTimestamps, '1.2.3.4.5=critical,ASN1:UTF8String:unknown']
    tsa.issue({ name: 'odd', key: 'ec', extensions })
    const token = tsa.sign(parseTimestampToken(stamp('ec')).content, 'odd')
    expect(await verify(token)).toEqual({ valid: false, fault: 'untrusted' })
  })

  it.each(['ec', 'rsa'])('never says more after any bit is changed: %s', async name => {
    const token = stamp(name)
    const { info, content, signer, certificates } = parseTimestampToken(token)
    const sealed = [content, signer.signature, ...certificates].map(
      ({ byteOffset, length }) =>
        [byteOffset - token.byteOffset, byteOffset - token.byteOffset + length] as const,
    )
    const unnoticed: number[] = []
    const statements: unknown[] = []
    for (let byte = 0; byte < token.length; byte += 1) {
      const verdict = await verify(flipped(token, byte * 8 + (byte % 8)), { nonce: undefined })
      if (!verdict.valid) continue
      if (sealed.some(([start, end]) => byte >= start && byte < end)) unnoticed.push(byte)
      statements.push(verdict.info)
    }
    expect(unnoticed).toEqual([])
    // A few bytes say nothing: version numbers, and algorithms that are stated twice.
    for (const statement of statements) expect(statement).toEqual(info)
    expect(statements.length).toBeLessThan(60)
  })

  it('is refused when it is cut off or continued', async () => {
    const token = stamp('ec')
    for (let length = 0; length < token.length; length += 11)
      expect(await verify(token.subarray(0, length))).toEqual({ valid: false, fault: 'malformed' })
    expect(await verify(Uint8Array.of(...token, 0))).toEqual({ valid: false, fault: 'malformed' })
  })

  it('is reported as rejected if the authority does not give it', () => {
    const sha1 = new Uint8Array(request)
    sha1[sha1.indexOf(0x04, 20) - 3] = 0x09
    const response = parseTimestampResponse(tsa.reply(sha1, 'ec'))
    expect(response).toEqual({ kind: 'rejected', status: 2 })
  })
})
