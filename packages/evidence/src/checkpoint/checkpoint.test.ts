import { describe, expect, it } from 'vitest'
import { flipped, hex, textOf, utf8 } from '../../test/hex.ts'
import { NaiveTree } from '../../test/naive-tree.ts'
import {
  type Checkpoint,
  createSigner,
  FormatError,
  judgeCheckpoint,
  judgeProof,
  type Policy,
  parseCheckpoint,
  parsePolicy,
  parseProofFile,
  parseTreeHead,
  printNote,
  printProofFile,
  printTreeHead,
  printVerifierKey,
  proveInclusion,
  type SignatureType,
  type Signer,
  signText,
} from '../index.ts'

const signerOf = (name: string, type: SignatureType, byte: number): Signer =>
  createSigner(name, type, new Uint8Array(32).fill(byte))

const log = signerOf('log.example/cell', 'ed25519', 1)
const logMlDsa = signerOf('log.example/cell', 'ml-dsa-44-cosignature', 2)
const witnesses = {
  X1: signerOf('x1.example', 'ed25519-cosignature', 11),
  X2: signerOf('x2.example', 'ml-dsa-44-cosignature', 12),
  X3: signerOf('x3.example', 'ed25519-cosignature', 13),
  Y1: signerOf('y1.example', 'ed25519-cosignature', 21),
  Y2: signerOf('y2.example', 'ed25519-cosignature', 22),
  Y3: signerOf('y3.example', 'ml-dsa-44-cosignature', 23),
}
type WitnessName = keyof typeof witnesses
const vkey = ({ key }: Signer): string => printVerifierKey(key)

const tree = new NaiveTree(Array.from({ length: 100 }, (_, index) => utf8(`entry ${index}`)))
const size = 100
const text = printTreeHead({ origin: 'log.example/cell', size, root: tree.hash(0, size), extensions: [] })
const time = 1_700_000_000

function checkpointBy(logSigners: readonly Signer[], names: readonly WitnessName[]): Checkpoint {
  const signers = [...logSigners, ...names.map(name => witnesses[name])]
  const signatures = signers.map(signer => signText(text, signer, time))
  return parseCheckpoint(printNote({ text, signatures }))
}

/** The example of c2sp.org/tlog-policy. */
const example = `log ${vkey(log)}

witness X1 ${vkey(witnesses.X1)}
witness X2 ${vkey(witnesses.X2)}
witness X3 ${vkey(witnesses.X3)}
group X-witnesses 2 X1 X2 X3

witness Y1 ${vkey(witnesses.Y1)}
witness Y2 ${vkey(witnesses.Y2)}
witness Y3 ${vkey(witnesses.Y3)}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`
const policyOf = (lines: string): Policy => parsePolicy(utf8(lines))

describe('a tree head', () => {
  const lines = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

  it('is printed as it was, with its extension lines', () => {
    for (const head of [lines, `${lines}extension\nanother one\n`])
      expect(printTreeHead(parseTreeHead(head))).toBe(head)
    expect(parseTreeHead(lines)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  })

  it.each([
    ['two lines', lines.split('\n').slice(0, 2).join('\n')],
    ['no end', lines.trimEnd()],
    ['an empty line', `${lines}\n`],
    ['no origin', lines.replace('example.com/behind-the-sofa', '')],
    ['a leading zero', lines.replace('20852163', '020852163')],
    ['a sign', lines.replace('20852163', '+20852163')],
    ['a size of 2^53', lines.replace('20852163', '9007199254740992')],
    ['a short root', lines.replace('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'CsUYapGG')],
  ])('with %s is refused', (_, head) => {
    expect(() => parseTreeHead(head)).toThrow(FormatError)
  })

  it('is not printed with a line that would read as two', () => {
    const head = parseTreeHead(lines)
    expect(() => printTreeHead({ ...head, origin: 'a\nb' })).toThrow(RangeError)
    expect(() => printTreeHead({ ...head, extensions: [''] })).toThrow(RangeError)
  })
})

describe('a policy', () => {
  const quorumOf = (names: readonly WitnessName[]): boolean =>
    judgeCheckpoint(checkpointBy([log], names), policyOf(example)).quorumReached

  it('of the specification wants two of X and one of Y, for every set of witnesses', () => {
    const names = Object.keys(witnesses) as WitnessName[]
    for (let set = 0; set < 64; set += 1) {
      const chosen = names.filter((_, place) => set & (1 << place))
      const [x, y] = ['X', 'Y'].map(letter => chosen.filter(name => name.startsWith(letter)).length)
      expect(quorumOf(chosen), chosen.join()).toBe((x ?? 0) >= 2 && (y ?? 0) >= 1)
    }
  })

  it('names who signed, and when', () => {
    const judgement = judgeCheckpoint(checkpointBy([log, logMlDsa], ['X1', 'Y3']), policyOf(example))
    expect(judgement.cosignatures.map(({ witness, timeSeconds }) => [witness.name, timeSeconds])).toEqual([
      ['X1', time],
      ['Y3', time],
    ])
    expect(judgement.logSignatures.map(({ key }) => key.type)).toEqual(['ed25519'])
    expect(judgement).toMatchObject({ accepted: false, quorumReached: false, failed: [] })
  })

  it('accepts nothing without a signature of a listed log', () => {
    const lines = `log ${vkey(log)}\nquorum none\n`
    expect(judgeCheckpoint(checkpointBy([log], []), policyOf(lines)).accepted).toBe(true)
    expect(judgeCheckpoint(checkpointBy([logMlDsa], []), policyOf(lines)).accepted).toBe(false)
    expect(judgeCheckpoint(checkpointBy([logMlDsa], ['X1', 'X2', 'Y1']), policyOf(example)).accepted).toBe(
      false,
    )
    expect(judgeCheckpoint(checkpointBy([log], ['X1', 'X2', 'Y1']), policyOf(example)).accepted).toBe(true)
  })

  it('does not take a log’s key for another origin', () => {
    const other = signerOf('log.example/other', 'ed25519', 3)
    const signed = checkpointBy([other], [])
    expect(judgeCheckpoint(signed, policyOf(`log ${vkey(other)}\nquorum none\n`))).toMatchObject({
      accepted: false,
      logSignatures: [],
    })
  })

  it('does not count one witness twice', () => {
    const lines = `log ${vkey(log)}\nwitness X1 ${vkey(witnesses.X1)}\nwitness X2 ${vkey(witnesses.X2)}\ngroup G 2 X1 X2\nquorum G\n`
    const judgement = judgeCheckpoint(checkpointBy([log], ['X1', 'X1']), policyOf(lines))
    expect(judgement).toMatchObject({ accepted: false, quorumReached: false })
    expect(judgement.cosignatures).toHaveLength(1)
  })

  it('rejects a checkpoint with a failed signature of a trusted key', () => {
    const { head, note } = checkpointBy([log], ['X1', 'X2', 'Y1', 'Y2'])
    for (const place of note.signatures.keys()) {
      const signatures = note.signatures.map((signature, index) =>
        index === place ? { ...signature, bytes: flipped(signature.bytes, 100) } : signature,
      )
      const judgement = judgeCheckpoint({ head, note: { ...note, signatures } }, policyOf(example))
      expect(judgement.accepted).toBe(false)
      expect(judgement.failed).toHaveLength(1)
    }
  })

  it('may have comments, tabs, URLs, and names in any encoding', () => {
    const bytes = Buffer.concat([
      utf8(`# trusted\n \t\n\tlog\t${vkey(log)}  https://log.example/ \nwitness `),
      Uint8Array.of(0xff),
      utf8(` ${vkey(witnesses.X1)} https://x1.example/\nwitness `),
      Uint8Array.of(0xfe),
      utf8(` ${vkey(witnesses.X2)}\ngroup K any `),
      Uint8Array.of(0xff),
      utf8('\nquorum K\n'),
    ])
    const policy = parsePolicy(bytes)
    expect(policy.logs[0]?.url).toBe('https://log.example/')
    expect(policy.witnesses.map(({ url }) => url)).toEqual(['https://x1.example/', undefined])
    expect(judgeCheckpoint(checkpointBy([log], ['X1']), policy).quorumReached).toBe(true)
    expect(judgeCheckpoint(checkpointBy([log], ['X2']), policy).quorumReached).toBe(false)
  })

  const [x1, x2] = [`witness X1 ${vkey(witnesses.X1)}\n`, `witness X2 ${vkey(witnesses.X2)}\n`]
  it.each([
    ['nothing', ''],
    ['no quorum', x1],
    ['two quorums', 'quorum none\nquorum none\n'],
    ['an unknown quorum', 'quorum X1\n'],
    ['a quorum before its witness', `quorum X1\n${x1}`],
    ['no end of its last line', 'quorum none'],
    ['an unknown keyword', 'quorum none\nlogs x\n'],
    ['a name twice', `${x1}${x2.replace('X2', 'X1')}quorum none\n`],
    ['a witness called none', `${x1.replace('X1', 'none')}quorum none\n`],
    ['a witness key twice', `${x1}${x1.replace('X1', 'X2')}quorum none\n`],
    ['a log key twice', `log ${vkey(log)}\nlog ${vkey(log)} url\nquorum none\n`],
    [
      'the key of a log under two names',
      `log ${vkey(log)}\nlog ${vkey(signerOf('other.example', 'ed25519', 1))}\nquorum none\n`,
    ],
    [
      'the key of a log as that of a witness',
      `log ${vkey(logMlDsa)}\nwitness X ${vkey(signerOf('x.example', 'ml-dsa-44-cosignature', 2))}\nquorum X\n`,
    ],
    [
      'the key of a witness as that of a log, of another type',
      `${x1}log ${vkey(signerOf('log.example', 'ed25519', 11))}\nquorum X1\n`,
    ],
    ['a witness key without time', `witness X ${vkey(log)}\nquorum none\n`],
    ['a group without members', `${x1}group G any\nquorum none\n`],
    ['a group of an unknown member', `${x1}group G any X9\nquorum none\n`],
    ['a group of none', `${x1}group G any none\nquorum none\n`],
    ['a threshold of zero', `${x1}group G 0 X1\nquorum none\n`],
    ['a threshold above the members', `${x1}group G 2 X1\nquorum none\n`],
    ['a member twice in a group', `${x1}group G any X1 X1\nquorum none\n`],
    ['a member of two groups', `${x1}group G any X1\ngroup H any X1\nquorum none\n`],
    ['a group of itself', `${x1}group G any G\nquorum none\n`],
    ['too many words', `${x1.trimEnd()} url more\nquorum none\n`],
    ['a carriage return', 'quorum none\r\n'],
    ['a broken key', 'log x+00000000+AQ==\nquorum none\n'],
    ['too many groups', `${x1}group G0 any X1\n${chainOfGroups(256)}quorum none\n`],
  ])('with %s is refused', (_, lines) => {
    expect(() => policyOf(lines)).toThrow(FormatError)
  })

  it('says which line is wrong', () => {
    expect(() => policyOf('# comment\n\nlog x\nquorum none\n')).toThrow(/^Line 3 of the policy is not valid/)
  })
})

function chainOfGroups(count: number): string {
  return Array.from({ length: count }, (_, index) => `group G${index + 1} any G${index}\n`).join('')
}

describe('a proof file', async () => {
  const index = 42
  const leafHash = tree.hash(index, index + 1)
  const proof = await proveInclusion(index, size, tree.read)
  const checkpoint = checkpointBy([log], ['X1', 'X2', 'Y1'])
  const file = { extra: utf8('extra data'), index, proof, checkpoint }
  const policy = policyOf(example)

  it('has the lines of the specification, and is read back', () => {
    const printed = textOf(printProofFile(file))
    const lines = printed.split('\n')
    expect(lines.slice(0, 3)).toEqual(['c2sp.org/tlog-proof@v1', 'extra ZXh0cmEgZGF0YQ==', 'index 42'])
    expect(lines.slice(3, 3 + proof.length)).toEqual(proof.map(hash => Buffer.from(hash).toString('base64')))
    expect(lines[3 + proof.length]).toBe('')
    expect(printed.endsWith(textOf(printNote(checkpoint.note)))).toBe(true)
    expect(textOf(printProofFile(parseProofFile(utf8(printed))))).toBe(printed)
  })

  it('may be without extra data, and without hashes for a tree of one leaf', () => {
    const short = textOf(printProofFile({ ...file, extra: undefined, proof: [] }))
    expect(short).toMatch(/^c2sp.org\/tlog-proof@v1\nindex 42\n\nlog.example/)
    expect(parseProofFile(utf8(short))).toMatchObject({ extra: undefined, index: 42, proof: [] })
  })

  it('is accepted for its leaf by a policy that trusts the checkpoint, and only so', () => {
    const read = parseProofFile(printProofFile(file))
    expect(judgeProof(read, leafHash, policy)).toMatchObject({ accepted: true, included: true })
    expect(judgeProof(read, flipped(leafHash, 1), policy)).toMatchObject({ accepted: false, included: false })
    expect(judgeProof({ ...read, index: 43 }, leafHash, policy).accepted).toBe(false)
    const unsigned = { ...read, checkpoint: checkpointBy([log], ['X1']) }
    expect(judgeProof(unsigned, leafHash, policy)).toMatchObject({ accepted: false, included: true })
    expect(hex(read.checkpoint.head.root)).toBe(hex(tree.hash(0, size)))
  })

  const printed = textOf(printProofFile(file))
  const firstHash = Buffer.from(proof[0] ?? []).toString('base64')
  it.each([
    ['another version', printed.replace('@v1', '@v2')],
    ['no index', printed.replace('index 42\n', '')],
    ['a leading zero', printed.replace('index 42', 'index 042')],
    ['two extra lines', printed.replace('extra ', 'extra AAAA\nextra ')],
    ['a broken extra line', printed.replace('extra ', 'extra !')],
    ['a short hash', printed.replace(firstHash, firstHash.slice(4))],
    ['64 hashes', printed.replace(firstHash, Array.from({ length: 64 }, () => firstHash).join('\n'))],
    ['no empty line', printed.replace('\n\n', '\n')],
    ['no signatures', printed.slice(0, printed.indexOf('—'))],
  ])('with %s is refused', (_, lines) => {
    expect(() => parseProofFile(utf8(lines))).toThrow(FormatError)
  })
})
