import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChainPosition, CompactRange } from '@parley/evidence'
import { writeDurably } from '../../platform/files/write-durably.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { KnownLog } from '../state/known-log.ts'
import { exists } from '../state/witness-directory.ts'

/** How far a log was followed: its tree as some hashes, and the end of each chain. */
export interface AuditState {
  readonly range: CompactRange
  /** By chainKey of the tag. */
  readonly chains: ReadonlyMap<string, ChainPosition>
  /** File with the evidence of a broken chain. Nothing is cosigned after that. */
  readonly evidence: string | undefined
}

/** 64 bytes each. A log that makes up chains must not fill memory and disk. */
export const chainsMax = 1_000_000

const recordBytes = 64
const offsets = { tag: 0, seq: 16, hash: 24, index: 56 }
const checksumBytes = 32
const pathOf = ({ folder }: KnownLog): string => join(folder, 'audit-state')

const emptyState = (): AuditState => ({
  range: new CompactRange(),
  chains: new Map(),
  evidence: undefined,
})

export async function writeAuditState(log: KnownLog, state: AuditState): Promise<void> {
  await writeDurably(pathOf(log), encode(state))
}

/** A missing state is an empty one: the log is followed again from its first leaf before anything is cosigned. */
export async function readAuditState(log: KnownLog): Promise<AuditState> {
  const path = pathOf(log)
  if (!(await exists(path))) return emptyState()
  try {
    return decode(await readFile(path))
  } catch (error) {
    throw new Problem(
      'conflict',
      `${path} is damaged. Delete it, and the witness reads the log again from its beginning.`,
      { cause: error },
    )
  }
}

function encode({ range, chains, evidence }: AuditState): Buffer {
  const tree = range.serialize()
  const header = { treeBytes: tree.length, chains: chains.size, evidence }
  const records = Buffer.alloc(chains.size * recordBytes)
  let start = 0
  for (const { tag, seq, hash: head, index } of chains.values()) {
    records.set(tag, start + offsets.tag)
    records.writeBigUInt64BE(BigInt(seq), start + offsets.seq)
    records.set(head, start + offsets.hash)
    records.writeBigUInt64BE(BigInt(index), start + offsets.index)
    start += recordBytes
  }
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), tree, records])
  return Buffer.concat([content, hash('sha256', content, 'buffer')])
}

function decode(file: Buffer): AuditState {
  const content = file.subarray(0, -checksumBytes)
  if (!hash('sha256', content, 'buffer').equals(file.subarray(-checksumBytes)))
    throw new Error('the checksum differs')
  const end = content.indexOf(0x0a)
  const header = JSON.parse(content.subarray(0, end).toString()) as {
    readonly treeBytes: number
    readonly evidence?: string
  }
  const range = CompactRange.restore(content.subarray(end + 1, end + 1 + header.treeBytes))
  const chains = new Map<string, ChainPosition>()
  for (let start = end + 1 + header.treeBytes; start < content.length; start += recordBytes) {
    const record = new Uint8Array(content.subarray(start, start + recordBytes))
    const tag = record.subarray(offsets.tag, offsets.seq)
    chains.set(chainKey(tag), {
      tag,
      seq: Number(content.readBigUInt64BE(start + offsets.seq)),
      hash: record.subarray(offsets.hash, offsets.index),
      index: Number(content.readBigUInt64BE(start + offsets.index)),
    })
  }
  return { range, chains, evidence: header.evidence }
}

/** One character for each byte: the fastest key for a map. */
export const chainKey = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
