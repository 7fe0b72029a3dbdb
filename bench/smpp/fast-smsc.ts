// node bench/smpp/fast-smsc.ts [--receipts]: a carrier that accepts everything at once and reports the counts to its
// parent process. It parses as little of a message as possible, to add little to the measured work.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { decodePdu } from '../../packages/server/src/platform/smpp/codec/decode-pdu.ts'
import { encodePdu } from '../../packages/server/src/platform/smpp/codec/encode-pdu.ts'
import { commands } from '../../packages/server/src/platform/smpp/codec/pdu.ts'
import { createFrameReader } from '../../packages/server/src/platform/smpp/codec/read-frames.ts'
import { writeReceipt } from '../../packages/server/src/platform/smpp/codec/receipt.ts'
import type { Counts, Started } from './smsc-process.ts'

const { values: options } = parseArgs({ options: { receipts: { type: 'boolean', default: false } } })
const receiptWindow = 100
const answerBit = 0x8000_0000
const headerBytes = 16
const counts = { taken: 0, told: 0, lastAtMs: 0 }

function serve(socket: Socket): void {
  let out: Buffer[] = []
  let sequence = 0
  let untold = 0
  const receipts: { readonly frame: Buffer; readonly id: string }[] = []

  const read = createFrameReader(frame => {
    switch (frame.readUInt32BE(4)) {
      case commands.submit_sm.id:
        take(frame)
        break
      case commands.deliver_sm_resp.id:
        counts.told += 1
        untold -= 1
        break
      case commands.bind_transceiver.id:
        out.push(answerTo(frame, 'fast'))
        break
      case commands.enquire_link.id:
      case commands.unbind.id:
        out.push(answerTo(frame))
    }
  })

  function take(frame: Buffer): void {
    counts.taken += 1
    const id = String(counts.taken)
    out.push(answerTo(frame, id))
    // The frame shares a chunk that is reused.
    if (options.receipts) receipts.push({ frame: Buffer.from(frame), id })
  }

  function tell(): void {
    while (untold < receiptWindow && receipts.length > 0) {
      const { frame, id } = receipts.shift() ?? { frame: Buffer.alloc(0), id: '' }
      sequence += 1
      const receipt = receiptOf(frame, id, sequence)
      if (!receipt) continue
      untold += 1
      out.push(receipt)
    }
  }

  socket.on('data', chunk => {
    const before = counts.taken
    read(chunk)
    if (counts.taken > before) counts.lastAtMs = Date.now()
    tell()
    if (out.length > 0) socket.write(Buffer.concat(out))
    out = []
  })
  socket.on('error', () => {})
}

function answerTo(frame: Buffer, text?: string): Buffer {
  const bytes = Buffer.alloc(headerBytes + (text === undefined ? 0 : text.length + 1))
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE((frame.readUInt32BE(4) | answerBit) >>> 0, 4)
  frame.copy(bytes, 12, 12, 16)
  if (text !== undefined) bytes.write(text, headerBytes, 'latin1')
  return bytes
}

/** Undefined: no receipt was requested. */
function receiptOf(frame: Buffer, messageId: string, sequence: number): Buffer | undefined {
  const decoded = decodePdu(frame)
  if (decoded.is !== 'pdu' || decoded.pdu.command !== 'submit_sm') return undefined
  const { body } = decoded.pdu
  if ((body.registeredDelivery & 1) === 0) return undefined
  const at = new Date()
  const words = writeReceipt({ messageId, state: 'DELIVRD', error: '000', submittedAt: at, doneAt: at })
  return encodePdu({
    command: 'deliver_sm',
    status: 0,
    sequence,
    body: {
      ...body,
      source: body.destination,
      destination: body.source,
      esmClass: 4,
      dataCoding: 0,
      registeredDelivery: 0,
      shortMessage: Buffer.from(words, 'latin1'),
    },
    tlvs: [],
  })
}

const server = createServer({ noDelay: true }, serve)
const say = (message: Started | Counts): void => void process.send?.(message)
process.on('message', () => say(counts))
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => say({ port: (server.address() as AddressInfo).port }))
