// Random and mutated PDUs against the codec. Everything derives from the seed, so every failure is reproducible.
import { required } from '../../src/platform/db/rows.ts'
import { decodeText } from '../../src/platform/smpp/codec/alphabets.ts'
import { decodePdu } from '../../src/platform/smpp/codec/decode-pdu.ts'
import { encodePdu } from '../../src/platform/smpp/codec/encode-pdu.ts'
import { type CommandName, commands, fieldsOf, type Pdu } from '../../src/platform/smpp/codec/pdu.ts'
import { createFrameReader } from '../../src/platform/smpp/codec/read-frames.ts'
import { readMessage } from '../../src/platform/smpp/codec/read-message.ts'
import { readReceipt } from '../../src/platform/smpp/codec/receipt.ts'
import { type LongTexts, segmentText } from '../../src/platform/smpp/codec/segments.ts'
import { tags } from '../../src/platform/smpp/codec/tlv.ts'

interface FuzzResult {
  readonly count: number
  /** Numbers of decoded PDUs, rejected frames and aborted streams. */
  readonly tally: { read: number; malformed: number; unknown: number; cut: number; texts: number }
  /** CPU time, because the machine may stall. */
  readonly slowestMs: number
}

const names = Object.keys(commands) as CommandName[]
const knownTags = [...Object.values(tags), 0x1501]
const ways: readonly LongTexts[] = ['udh8', 'udh16', 'sar', 'payload']
const receiptText =
  'id:0a1B sub:001 dlvrd:001 submit date:2611142250 done date:261114225059 stat:DELIVRD err:000 text:'

/** Generous, because a stall of the virtual machine counts, too. */
const hangMs = 10_000

/** Throws if the codec crashes or hangs, or if decoding and encoding are not inverses. */
export function fuzzSmpp(count: number, seed: number): FuzzResult {
  const dice = createSeededRandom(seed)
  const tally = { read: 0, malformed: 0, unknown: 0, cut: 0, texts: 0 }
  let slowestMs = 0
  for (let turn = 0; turn < count; turn += 1) {
    const began = process.threadCpuUsage()
    try {
      tryOne()
    } catch (error) {
      throw new Error(`turn ${turn} of seed ${seed} failed`, { cause: error })
    }
    const { user, system } = process.threadCpuUsage(began)
    slowestMs = Math.max(slowestMs, (user + system) / 1_000)
    if (slowestMs > hangMs) throw new Error(`turn ${turn} of seed ${seed} took ${slowestMs} ms`)
  }
  return { count, tally, slowestMs }

  function tryOne(): void {
    const kind = dice(10)
    if (kind === 0) readStream(randomBytes(dice(200)))
    else if (kind === 1) tryText()
    else if (kind < 6) tryValid(randomPdu())
    else readStream(mutate(encodePdu(randomPdu())))
  }

  function tryValid(pdu: Pdu): void {
    const bytes = encodePdu(pdu)
    const decoded = decodePdu(bytes)
    if (decoded.is !== 'pdu') throw new Error(`an encoded PDU was decoded as ${decoded.is}`)
    if (!isSame(decoded.pdu, pdu)) throw new Error('a decoded PDU differs from the encoded one')
    readStream(bytes)
  }

  /** Reads bytes that arrive in pieces. */
  function readStream(bytes: Buffer): void {
    const read = createFrameReader(readFrame)
    try {
      for (let at = 0; at < bytes.length; ) {
        const end = dice(4) === 0 ? at + 1 + dice(bytes.length - at) : bytes.length
        read(bytes.subarray(at, end))
        at = end
      }
    } catch (error) {
      if (!(error instanceof RangeError) || !error.message.includes('invalid frame length')) throw error
      tally.cut += 1
    }
  }

  function readFrame(frame: Buffer): void {
    const decoded = decodePdu(frame)
    if (decoded.is !== 'pdu') {
      tally[decoded.is === 'malformed' ? 'malformed' : 'unknown'] += 1
      return
    }
    tally.read += 1
    const { pdu } = decoded
    if (!encodePdu(pdu).equals(frame)) throw new Error('an encoded frame differs from the decoded one')
    if (pdu.command !== 'submit_sm' && pdu.command !== 'deliver_sm' && pdu.command !== 'data_sm') return
    const { bytes } = readMessage(pdu)
    const text = decodeText(bytes, pdu.body.dataCoding, dice(2) === 0 ? 'gsm' : 'latin1')
    readReceipt(text, pdu.tlvs)
  }

  /** A text is unchanged after segmentation and reassembly. */
  function tryText(): void {
    const text = randomText()
    const longTexts = ways[dice(ways.length)] as LongTexts
    const defaultAlphabet = dice(4) === 0 ? 'latin1' : 'gsm'
    const reference = dice(0x1_0000)
    const segments = required(segmentText(text, { longTexts, defaultAlphabet, reference }), 'the parts')
    const parts = segments.map((segment, index, all) => {
      const pdu = { ...randomPdu('submit_sm') }
      const { shortMessage, esmClass, dataCoding, tlvs } = segment
      const sent = { ...pdu, body: { ...pdu.body, shortMessage, esmClass, dataCoding }, tlvs } as Pdu
      const decoded = decodePdu(encodePdu(sent))
      if (decoded.is !== 'pdu' || decoded.pdu.command !== 'submit_sm') throw new Error('a segment is lost')
      const { bytes, part } = readMessage(decoded.pdu)
      const isPlaced = all.length === 1 ? part === undefined : part?.number === index + 1
      if (!isPlaced) throw new Error('a segment has lost its place')
      return decodeText(bytes, dataCoding, defaultAlphabet)
    })
    if (parts.join('') !== text) throw new Error('a text has changed')
    tally.texts += 1
  }

  function randomPdu(name: CommandName = names[dice(names.length)] as CommandName): Pdu {
    const isBare = name.endsWith('_resp') && dice(5) === 0 && (fieldsOf.get(name)?.length ?? 0) > 0
    const status = dice(3) === 0 ? dice(0x1_0000_0000) : 0
    const header = { command: name, status, sequence: dice(0x1_0000_0000) }
    if (isBare) return { ...header, body: undefined, tlvs: [] } as Pdu
    const tlvs = Array.from({ length: dice(4) === 0 ? dice(6) : 0 }, () => ({
      tag: dice(2) === 0 ? (knownTags[dice(knownTags.length)] as number) : dice(0x1_0000),
      value: randomBytes(dice(3) === 0 ? dice(300) : dice(4)),
    }))
    return { ...header, body: randomBody(name), tlvs } as Pdu
  }

  function randomBody(name: CommandName): Record<string, unknown> {
    const layout = commands[name].layout as Record<string, { size(value: unknown): number }>
    return Object.fromEntries(Object.keys(layout).map(field => [field, randomValue(field)]))
  }

  function randomValue(field: string): unknown {
    if (field === 'shortMessage') {
      return dice(8) === 0 ? Buffer.from(receiptText) : randomBytes(dice(4) === 0 ? dice(256) : dice(20))
    }
    if (numberFields.test(field)) return dice(256)
    const length = dice(10) === 0 ? dice(256) : dice(22)
    return randomBytes(length).toString('latin1').replaceAll('\0', '0')
  }

  function mutate(bytes: Buffer): Buffer {
    let mutant = Buffer.from(bytes)
    for (let times = 1 + dice(4); times > 0; times -= 1) {
      const at = dice(mutant.length || 1)
      switch (dice(6)) {
        case 0:
          mutant[at] = dice(256)
          break
        case 1:
          mutant[at] = (mutant[at] ?? 0) ^ (1 << dice(8))
          break
        case 2:
          mutant = mutant.subarray(0, at)
          break
        case 3:
          mutant = Buffer.concat([mutant.subarray(0, at), randomBytes(dice(20)), mutant.subarray(at)])
          break
        case 4:
          mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(at + dice(20))])
          break
        default:
          mutant[at] = [0, 1, 0x7f, 0x80, 0xff][dice(5)] as number
      }
    }
    // Most mutants with a wrong length are rejected for it; the others reach the code behind it.
    if (dice(4) > 0 && mutant.length >= 4) mutant.writeUInt32BE(mutant.length, 0)
    return mutant
  }

  function randomBytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let at = 0; at < length; at += 1) bytes[at] = dice(256)
    return bytes
  }

  function randomText(): string {
    const alphabet = alphabets[dice(alphabets.length)] as readonly string[]
    const length = dice(5) === 0 ? dice(1_600) : dice(200)
    let text = ''
    for (let index = 0; index < length; index += 1) text += alphabet[dice(alphabet.length)]
    return text
  }
}

const numberFields =
  /Ton$|Npi$|^(esmClass|protocolId|priority|registeredDelivery|replaceIfPresent|dataCoding|defaultMessageId|interfaceVersion|messageState|errorCode)$/
const alphabets: readonly (readonly string[])[] = [
  [...'abc ABC 019 .,!?'],
  [...'€{}[]~\\|^ab'],
  [...'aЖ早שé'],
  [...'a🎉👩‍👧🇺🇸'],
  ['a', '\ud83d', '\ude00', '\u001b', '\0', '\n'],
]

/** Numbers from 0 up to the limit, always the same ones for a seed (mulberry32). */
function createSeededRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return limit => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit)
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (Buffer.isBuffer(one)) return Buffer.isBuffer(other) && one.equals(other)
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  )
}
