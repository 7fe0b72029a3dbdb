import { createPrivateKey, createPublicKey, sign as signWithNode, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { flipped, hex, textOf, unhex, utf8 } from '../../test/hex.ts'
import {
  createSigner,
  createVerifierKey,
  FormatError,
  parseNote,
  parseSignatureLines,
  parseSignerKey,
  parseVerifierKey,
  printNote,
  printSignatureLines,
  printSignerKey,
  printVerifierKey,
  signText,
  verifyNote,
} from '../index.ts'

/** The examples of c2sp.org/signed-note. */
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const exampleNote = utf8(
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
)
const quasimodo = utf8(`Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`)
/** The example of c2sp.org/tlog-cosignature. */
const cosigned = utf8(`example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`)
/** A tree head of the Go checksum database, whose signature the examples of C2SP reuse, and its published key. */
const sumdbKey = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'
const sumdbNote = utf8(`go.sum database tree
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— sum.golang.org Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`)

const seed = new Uint8Array(32).fill(7)
const checkpoint = 'log.example/cell\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
const time = 1_679_315_147

const types = ['ed25519', 'ed25519-cosignature', 'ml-dsa-44-cosignature'] as const
const ed25519Header = '302a300506032b6570032100'
const mlDsa44Header = '30820532300b06096086480165030403110382052100'
const publicKeyOf = (header: string, key: Uint8Array): ReturnType<typeof createPublicKey> =>
  createPublicKey({ key: Buffer.concat([unhex(header), key]), format: 'der', type: 'spki' })

describe('examples of others', () => {
  it.each([
    ['the note of the specification', exampleNote, exampleKey],
    ['a tree head of the Go checksum database', sumdbNote, sumdbKey],
  ])('%s verifies, and no altered bit of its text or signature does', (_, bytes, vkey) => {
    const key = parseVerifierKey(vkey)
    const note = parseNote(bytes)
    expect(verifyNote(note, [key])).toEqual({ verified: [{ key, timeSeconds: undefined }], failed: [] })
    const [signature] = note.signatures
    if (!signature) expect.fail('the note has no signature')
    for (let bit = 0; bit < 512; bit += 1) {
      const altered = { ...note, signatures: [{ ...signature, bytes: flipped(signature.bytes, bit) }] }
      expect(verifyNote(altered, [key])).toEqual({ verified: [], failed: [key] })
    }
    expect(verifyNote({ ...note, text: `${note.text}\n` }, [key]).verified).toEqual([])
  })

  it.each([
    ['signed-note, first', quasimodo],
    ['signed-note, second', exampleNote],
    ['tlog-cosignature', cosigned],
    ['sumdb', sumdbNote],
  ])('the note of %s is printed as it was', (_, bytes) => {
    expect(textOf(printNote(parseNote(bytes)))).toBe(textOf(bytes))
  })

  it('the text of a note may contain empty lines', () => {
    expect(parseNote(quasimodo).text).toMatch(/^Ognuno[^]*sole:\n\ned è subito sera\.\n$/)
  })

  it('the cosignature carries the time that the specification states', () => {
    const { signatures } = parseNote(cosigned)
    expect(signatures.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['example.com/behind-the-sofa', 64],
      ['witness.example.com/w1', 72],
    ])
    expect(Buffer.from(signatures[1]?.bytes ?? []).readBigUInt64BE()).toBe(1_679_315_147n)
  })

  it('a verifier key is printed as it was', () => {
    for (const key of [exampleKey, sumdbKey]) expect(printVerifierKey(parseVerifierKey(key))).toBe(key)
  })
})

describe('keys', () => {
  it.each(types)('of type %s are printed and read back, public and private', type => {
    const { key } = createSigner('log.example/cell', type, seed)
    const text = printSignerKey('log.example/cell', type, seed)
    expect(parseSignerKey(text).key).toEqual(key)
    expect(hex(parseVerifierKey(printVerifierKey(key)).publicKey)).toBe(hex(key.publicKey))
    expect(parseVerifierKey(printVerifierKey(key)).id).toBe(key.id)
  })

  it('differ in their id when the type, name or key differs', () => {
    const { publicKey } = createSigner('a', 'ed25519', seed).key
    const ids = [
      createVerifierKey('a', 'ed25519', publicKey),
      createVerifierKey('b', 'ed25519', publicKey),
      createVerifierKey('a', 'ed25519-cosignature', publicKey),
      createVerifierKey('a', 'ed25519', flipped(publicKey, 3)),
    ].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
  })

  it.each([
    '',
    'example.com/foo',
    exampleKey.replace('530d903a', '530d903b'),
    exampleKey.replace('530d903a', '530D903A'),
    exampleKey.replace('example.com/foo', 'example.com/bar'),
    exampleKey.replace('example.com/foo', 'example com/foo'),
    exampleKey.replace('example.com/foo', ''),
    exampleKey.replace('+Ae', '+Au'),
    exampleKey.slice(0, -4),
    `${exampleKey}\n`,
    `${exampleKey}AAAA`,
    `x+00000000+${'A'.repeat(5000)}`,
    'PeterNeumann+c74f20a3+BARpc2QP',
  ])('%j is no verifier key', text => {
    expect(() => parseVerifierKey(text)).toThrow(FormatError)
  })

  it('a signer key with a wrong id, type or length is refused', () => {
    const text = printSignerKey('log.example/cell', 'ed25519', seed)
    const [id = ''] = /[0-9a-f]{8}/.exec(text) ?? []
    for (const wrong of [
      '',
      text.replace(id, '00000000'),
      text.replace('log.example/cell', 'log.example/other'),
      text.replace('PRIVATE+', ''),
      text.slice(0, -4),
      text.replace('+AQ', '+Ag'),
    ])
      expect(() => parseSignerKey(wrong)).toThrow(FormatError)
  })
})

describe('signatures', () => {
  it.each(types)('of type %s verify for the text and time that were signed, and for nothing else', type => {
    const signer = createSigner('signer.example', type, seed)
    const signature = signText(checkpoint, signer, time)
    const timeSeconds = type === 'ed25519' ? undefined : time
    const check = (text: string, bytes: Uint8Array): unknown =>
      verifyNote({ text, signatures: [{ ...signature, bytes }] }, [signer.key])
    const failed = { verified: [], failed: [signer.key] }
    expect(check(checkpoint, signature.bytes)).toEqual({
      verified: [{ key: signer.key, timeSeconds }],
      failed: [],
    })
    expect(check(checkpoint.replace('20852163', '20852164'), signature.bytes)).toEqual(failed)
    expect(check(checkpoint.replace('cell', 'call'), signature.bytes)).toEqual(failed)
    expect(check(checkpoint.replace('CsU', 'CsV'), signature.bytes)).toEqual(failed)
    for (let bit = 0; bit < 128; bit += 1)
      expect(check(checkpoint, flipped(signature.bytes, bit))).toEqual(failed)
    expect(check(checkpoint, signature.bytes.subarray(0, -1))).toEqual(failed)
    expect(check(checkpoint, Buffer.concat([signature.bytes, Uint8Array.of(0)]))).toEqual(failed)
    expect(check(checkpoint, new Uint8Array(signature.bytes.length).fill(255))).toEqual(failed)
  })

  it('of Ed25519 cosignatures sign the message of the specification', () => {
    const signer = createSigner('witness.example', 'ed25519-cosignature', seed)
    const { bytes } = signText(checkpoint, signer, time)
    const message = utf8(`cosignature/v1\ntime ${time}\n${checkpoint}`)
    const key = publicKeyOf(ed25519Header, signer.key.publicKey)
    expect(verify(null, message, key, bytes.subarray(8))).toBe(true)
  })

  it('of ML-DSA-44 cosignatures sign the structure of the specification', () => {
    const signer = createSigner('witness.example', 'ml-dsa-44-cosignature', seed)
    const { bytes } = signText(checkpoint, signer, time)
    const uint64 = (value: number): string => value.toString(16).padStart(16, '0')
    const message = unhex(
      [
        hex(utf8('subtree/v1\n\0')),
        `0f${hex(utf8('witness.example'))}`,
        uint64(time),
        `10${hex(utf8('log.example/cell'))}`,
        uint64(0),
        uint64(20_852_163),
        Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64').toString('hex'),
      ].join(''),
    )
    const key = publicKeyOf(mlDsa44Header, signer.key.publicKey)
    expect(bytes.length).toBe(8 + 2420)
    expect(verify(null, message, key, bytes.subarray(8))).toBe(true)
  })

  it('of ML-DSA-44 say nothing about extension lines, of Ed25519 they do', () => {
    const extended = `${checkpoint}extension\n`
    for (const type of types) {
      const signer = createSigner('signer.example', type, seed)
      const note = { text: extended, signatures: [signText(checkpoint, signer, time)] }
      expect(verifyNote(note, [signer.key]).failed).toEqual(
        type === 'ml-dsa-44-cosignature' ? [] : [signer.key],
      )
    }
  })

  it('of ML-DSA-44 over a text that is no checkpoint never verify', () => {
    const { key } = createSigner('signer.example', 'ml-dsa-44-cosignature', seed)
    const signatures = [{ name: key.name, keyId: key.id, bytes: new Uint8Array(2428) }]
    expect(verifyNote({ text: 'hello\n', signatures }, [key])).toEqual({ verified: [], failed: [key] })
  })

  it('may state no time', () => {
    const signer = createSigner('log.example/cell', 'ml-dsa-44-cosignature', seed)
    const note = { text: checkpoint, signatures: [signText(checkpoint, signer, 0)] }
    expect(verifyNote(note, [signer.key]).verified).toEqual([{ key: signer.key, timeSeconds: undefined }])
  })

  it('are those of node:crypto for the same seed', () => {
    const key = createPrivateKey({
      key: Buffer.concat([unhex('302e020100300506032b657004220420'), seed]),
      format: 'der',
      type: 'pkcs8',
    })
    const { bytes } = signText(checkpoint, createSigner('a', 'ed25519', seed), time)
    expect(hex(bytes)).toBe(hex(signWithNode(null, utf8(checkpoint), key)))
  })

  it('of unknown keys are kept, and neither verify nor fail', () => {
    const known = createSigner('known.example', 'ed25519', seed)
    const sameName = createSigner('known.example', 'ed25519', new Uint8Array(32))
    const note = {
      text: checkpoint,
      signatures: [
        signText(checkpoint, sameName, time),
        signText(checkpoint, known, time),
        { name: 'future.example', keyId: 0xff_00_00_01, bytes: utf8('of a type that nobody knows') },
        { name: 'other.example', keyId: known.key.id, bytes: utf8('of the same id') },
      ],
    }
    const read = parseNote(printNote(note))
    expect(read.signatures.map(({ name }) => name)).toEqual(note.signatures.map(({ name }) => name))
    expect(verifyNote(read, [known.key])).toEqual({
      verified: [{ key: known.key, timeSeconds: undefined }],
      failed: [],
    })
  })
})

describe('the format of notes', () => {
  const line = textOf(exampleNote).slice(textOf(exampleNote).indexOf('—'))
  const withLines = (count: number): Uint8Array => utf8(`text\n\n${line.repeat(count)}`)

  it('allows a hundred signatures and no more', () => {
    expect(parseNote(withLines(100)).signatures).toHaveLength(100)
    expect(() => parseNote(withLines(101))).toThrow(FormatError)
  })

  it('allows 16 signatures of 5 kB each', () => {
    const large = { name: 'a', keyId: 1, bytes: new Uint8Array(5000) }
    const note = { text: 'text\n', signatures: Array.from({ length: 16 }, () => large) }
    expect(parseNote(printNote(note)).signatures).toHaveLength(16)
  })

  it('signature lines alone are read and printed', () => {
    const lines = withLines(2).subarray(6)
    expect(textOf(printSignatureLines(parseSignatureLines(lines)))).toBe(textOf(lines))
    expect(() => parseSignatureLines(new Uint8Array())).toThrow(FormatError)
  })

  it.each([
    ['nothing', ''],
    ['no signature', 'text\n\n'],
    ['no empty line', `text\n${line}`],
    ['no newline at its end', `text\n\n${line.trimEnd()}`],
    ['text after the signatures', `text\n\n${line}text\n`],
    ['a hyphen instead of a dash', `text\n\n${line.replace('—', '-')}`],
    ['two spaces', `text\n\n${line.replace('— ', '—  ')}`],
    ['a plus sign in a name', `text\n\n${line.replace('foo', 'f+o')}`],
    ['a Unicode space in a name', `text\n\n${line.replace('foo', 'f\u00a0o')}`],
    ['no name', `text\n\n${line.replace('example.com/foo ', '')}`],
    ['a tab', `te\txt\n\n${line}`],
    ['a carriage return', `text\r\n\n${line}`],
    ['base64 without padding', `text\n\n${line.replace('=', '')}`],
    ['base64 with unused bits', `text\n\n${line.replace('aQM=', 'aQN=')}`],
    ['base64 of another alphabet', `text\n\n${line.replace('Uw2', 'U-2')}`],
    ['only a key id', 'text\n\n— a AAAAAA==\n'],
  ])('rejects a note with %s', (_, text) => {
    expect(() => parseNote(utf8(text))).toThrow(FormatError)
  })

  it('rejects bytes that are not UTF-8, and notes that are too long', () => {
    expect(() => parseNote(Buffer.concat([Uint8Array.of(0xff), exampleNote]))).toThrow(FormatError)
    expect(() => parseNote(Buffer.concat([new Uint8Array(2 ** 20).fill(97), exampleNote]))).toThrow(
      FormatError,
    )
  })

  it('keeps a byte order mark, which is part of what was signed', () => {
    const bytes = Buffer.concat([unhex('efbbbf'), exampleNote])
    expect(verifyNote(parseNote(bytes), [parseVerifierKey(exampleKey)]).verified).toEqual([])
    expect(hex(printNote(parseNote(bytes)))).toBe(hex(bytes))
  })
})
