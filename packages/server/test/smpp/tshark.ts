// PDUs as Wireshark's dissector decodes them: an independent check of every byte.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The fields of each PDU by Wireshark's names; the values of one that occurs several times in order. */
export type Dissected = Readonly<Record<string, readonly string[]>>

const smppPort = 2_775

/** One frame, one packet. */
export async function dissect(frames: readonly Buffer[]): Promise<Dissected[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-tshark-'))
  try {
    const file = join(folder, 'frames.pcap')
    await writeFile(file, captureOf(frames))
    const { stdout } = await promisify(execFile)(
      'tshark',
      [
        '-r',
        file,
        '-T',
        'json',
        '--no-duplicate-keys',
        '-J',
        'smpp',
        '-o',
        'tcp.analyze_sequence_numbers:FALSE',
      ],
      { maxBuffer: 1 << 28 },
    )
    const packets = JSON.parse(stdout) as { _source: { layers: { smpp?: unknown } } }[]
    return packets.map(({ _source: { layers } }) => flatten(layers.smpp))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function flatten(tree: unknown, found: Record<string, string[]> = {}): Dissected {
  if (Array.isArray(tree)) for (const item of tree) flatten(item, found)
  else if (tree && typeof tree === 'object') {
    for (const [name, value] of Object.entries(tree)) {
      const values = (Array.isArray(value) ? value : [value]).filter(each => typeof each === 'string')
      if (values.length > 0) (found[name] ??= []).push(...values)
      flatten(value, found)
    }
  }
  return found
}

/** A libpcap capture file of raw IPv4. Checksums are not checked. */
function captureOf(frames: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2_c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(262_144, 16)
  head.writeUInt32LE(101, 20)
  let sequence = 1
  const packets = frames.flatMap((frame, index) => {
    const packet = packetOf(frame, sequence)
    sequence += frame.length
    const record = Buffer.alloc(16)
    record.writeUInt32LE(1_800_000_000 + index, 0)
    record.writeUInt32LE(packet.length, 8)
    record.writeUInt32LE(packet.length, 12)
    return [record, packet]
  })
  return Buffer.concat([head, ...packets])
}

function packetOf(payload: Buffer, sequence: number): Buffer {
  const ip = Buffer.alloc(20)
  ip[0] = 0x45
  ip.writeUInt16BE(Math.min(0xffff, 40 + payload.length), 2)
  ip[8] = 64
  ip[9] = 6
  ip.writeUInt32BE(0x7f00_0001, 12)
  ip.writeUInt32BE(0x7f00_0002, 16)
  const tcp = Buffer.alloc(20)
  tcp.writeUInt16BE(40_000, 0)
  tcp.writeUInt16BE(smppPort, 2)
  tcp.writeUInt32BE(sequence, 4)
  tcp[12] = 0x50
  tcp[13] = 0x18
  tcp.writeUInt16BE(0xffff, 14)
  return Buffer.concat([ip, tcp, payload])
}
