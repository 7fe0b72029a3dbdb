import { createHash } from 'node:crypto'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { type Check, checkEach } from './check.ts'

interface LeafRow {
  readonly logIndex: number
  readonly ownerId: number
  readonly seq: number
  readonly entryId: number
  readonly leafHash: Buffer
  readonly tag: Buffer
  readonly digest: Buffer
  readonly kind: string
  readonly memberId: number | null
  readonly messageKind: string | null
  readonly after: string | null
}

const pageRows = 5_000

/** Reads the whole log with its own code, and compares it with the journal and with every checkpoint that was published meanwhile. */
export async function checkSealedLog(observer: Database, checkpoints: readonly string[]): Promise<Check[]> {
  const tree = new Tree()
  const signed = checkpoints.map(treeHeadOf)
  const roots = new Map<number, string>([[0, tree.root()]])
  const wanted = new Set(signed.map(({ size }) => size))
  const chains = new Map<number, { readonly seq: number; readonly hash: Buffer }>()
  const entries = new Set<number>()
  const stopped = new Set<string>()
  const misplaced: string[] = []
  const altered: string[] = []
  const afterStop: string[] = []
  for await (const row of leafRows(observer)) {
    const { logIndex, ownerId, seq, entryId, leafHash } = row
    const chain = chains.get(ownerId) ?? { seq: 0, hash: Buffer.alloc(32) }
    if (logIndex !== tree.size || seq !== chain.seq + 1 || entries.has(entryId))
      misplaced.push(`entry ${entryId} of ${ownerId} at ${logIndex}: number ${seq} after ${chain.seq}`)
    if (!hashOfLeaf(row, chain.hash).equals(leafHash))
      altered.push(`leaf ${logIndex} is not made of its entry`)
    if (isAcceptedAfterStop(row, stopped)) afterStop.push(`leaf ${logIndex}: entry ${entryId}`)
    chains.set(ownerId, { seq, hash: leafHash })
    entries.add(entryId)
    tree.append(leafHash)
    if (wanted.has(tree.size)) roots.set(tree.size, tree.root())
  }
  const { rows } = await observer.query<{ id: number }>('select id from journal')
  return [
    checkEach(
      'every journal entry is in the log',
      rows,
      ({ id }) => !entries.has(id) && `entry ${id} is not in the log`,
    ),
    {
      name: 'the log has each entry once, with numbers without a gap',
      examined: tree.size,
      violations: misplaced,
    },
    { name: 'every leaf is made of its entry', examined: tree.size, violations: altered },
    {
      name: 'by the log alone, no text was accepted after a STOP',
      examined: tree.size,
      violations: afterStop,
    },
    checkEach(
      'every published checkpoint is a beginning of the log',
      signed,
      ({ size, root }) =>
        roots.get(size) !== root && `the checkpoint of ${size} entries has another root than the log`,
    ),
    {
      name: 'the last checkpoint covers the whole log',
      examined: 1,
      violations:
        signed.at(-1)?.size === tree.size ? [] : [`${signed.at(-1)?.size ?? 0} of ${tree.size} are signed`],
    },
  ]
}

function treeHeadOf(note: string): { readonly size: number; readonly root: string } {
  const [, size = '', root = ''] = note.split('\n')
  return { size: Number(size), root }
}

const sha256 = (...parts: readonly Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

function hashOfLeaf({ tag, seq, digest }: LeafRow, previous: Buffer): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(seq))
  return sha256(Buffer.from([0, 1]), tag, number, previous, digest)
}

/** Texts of an advisor only: the confirmation of a STOP follows it. */
function isAcceptedAfterStop(row: LeafRow, stopped: Set<string>): boolean {
  const member = `${row.ownerId} ${row.memberId}`
  if (row.after === 'opted_out') stopped.add(member)
  else if (row.kind.startsWith('consent.') && row.after !== null) stopped.delete(member)
  return row.kind === 'message.accepted' && row.messageKind === 'text' && stopped.has(member)
}

/** RFC 6962, by the roots of complete subtrees, the largest first. */
class Tree {
  #peaks: { readonly leaves: number; readonly hash: Buffer }[] = []
  size = 0

  append(leafHash: Buffer): void {
    let node = { leaves: 1, hash: leafHash }
    for (let last = this.#peaks.at(-1); last?.leaves === node.leaves; last = this.#peaks.at(-1)) {
      this.#peaks.pop()
      node = { leaves: node.leaves * 2, hash: sha256(Buffer.from([1]), last.hash, node.hash) }
    }
    this.#peaks.push(node)
    this.size += 1
  }

  root(): string {
    const hashes = this.#peaks.map(({ hash }) => hash)
    const root =
      hashes.length > 0
        ? hashes.reduceRight((right, left) => sha256(Buffer.from([1]), left, right))
        : sha256()
    return root.toString('base64')
  }
}

async function* leafRows(observer: Database): AsyncGenerator<LeafRow> {
  const client = await observer.connect()
  try {
    await client.query('begin read only')
    await client.query('set local enable_seqscan = on; set local enable_nestloop = off')
    await client.query(
      `declare leaves no scroll cursor for
       select log_index as "logIndex", log_entry.owner_id as "ownerId", seq, entry_id as "entryId", leaf_hash as "leafHash", tag,
         digest, kind, coalesce((entry_of(entry, head, facts)->'facts'->>'memberId')::bigint, subject_id) as "memberId",
         entry_of(entry, head, facts)->'facts'->>'kind' as "messageKind",
         entry_of(entry, head, facts)->'facts'->>'after' as after
       from log_entry left join log_chain on log_chain.owner_id = log_entry.owner_id
       left join journal on journal.id = entry_id
       order by log_index`,
    )
    for (;;) {
      const { rows } = await client.query<LeafRow>(`fetch ${pageRows} from leaves`)
      if (rows.length === 0) break
      yield* rows
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
