import {
  type Checkpoint,
  cosign,
  createSigner,
  parseCheckpoint,
  parsePolicy,
  printNote,
  printTreeHead,
  printVerifierKey,
  type SignatureType,
  signText,
} from '@parley/evidence'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { findClosing, findOpening } from './proven-ends.ts'

const { database, owner } = await useTestDatabase()
const origin = 'ends.test/log'
const signerOf = (name: string, type: SignatureType, seed: number) =>
  createSigner(name, type, new Uint8Array(32).fill(seed))
const logSigner = signerOf(origin, 'ed25519', 1)
const north = signerOf('north.test', 'ed25519-cosignature', 2)
const south = signerOf('south.test', 'ed25519-cosignature', 3)
const policy = parsePolicy(
  Buffer.from(
    `log ${printVerifierKey(logSigner.key)}\nwitness n ${printVerifierKey(north.key)}\nwitness s ${printVerifierKey(south.key)}\ngroup g any n s\nquorum g\n`,
  ),
)
const startMs = Date.parse('2026-09-01T00:00:00Z')
const at = (hours: number): Date => new Date(startMs + hours * 3_600_000)
const advisorId = 7

type Cosigned = readonly (readonly [signer: typeof north, hours: number])[]

function checkpointOf(size: number, cosigned: Cosigned): Checkpoint {
  const text = printTreeHead({ origin, size, root: new Uint8Array(32).fill(size), extensions: [] })
  const bare = parseCheckpoint(printNote({ text, signatures: [signText(text, logSigner, 0)] }))
  const lines = cosigned.flatMap(([signer, hours]) => cosign(bare, [signer], at(hours).getTime() / 1000))
  const signatures = [...bare.note.signatures, ...lines]
  return { head: bare.head, note: { text, signatures } }
}

async function save(size: number, signedHours: number, cosigned: Cosigned): Promise<void> {
  const { note } = checkpointOf(size, cosigned)
  await owner.query('insert into log_checkpoint values ($1, $2, $3, $4, $5)', [
    origin,
    size,
    at(signedHours),
    Buffer.from(printNote(note)).toString('utf8'),
    note.signatures.length,
  ])
}

/** The only chain: the number is one more than the index. */
beforeAll(async () => {
  await owner.query('select ensure_log_partitions()')
  await owner.query(
    `insert into log_entry (owner_id, seq, log_index, occurred_at, entry_id, leaf_hash)
     select $1, index + 1, index, $2::timestamptz + index * interval '1 hour', index + 1, sha256('') from generate_series(0, 399) as index`,
    [advisorId, at(0)],
  )
})
beforeEach(() => owner.query('delete from log_checkpoint'))

const log = { origin, policy, checkpoint: checkpointOf(400, [[north, 400]]) }
/** The period ends between the entries 20 and 21. */
const closing = { advisorId, to: at(19.5), seq: 21, exportSeq: 400 }

it('closes a period only by witnesses that saw the latest checkpoint too', async () => {
  await save(21, 20.1, [[south, 20.1]])
  await save(31, 30.1, [[north, 30.1]])
  const { seq, checkpoints } = await findClosing(database, log, closing)
  expect(seq).toBe(31)
  expect(checkpoints).toMatchObject([{ size: 31 }])
})

it('closes a period by the clock of a witness, not by that of the operator', async () => {
  await save(21, 19.6, [[north, 19.4]])
  await save(22, 21, [[north, 21]])
  expect(await findClosing(database, log, closing)).toMatchObject({ seq: 22, checkpoints: [{ size: 22 }] })
  await save(20, 19.4, [[north, 19.6]])
  expect(await findClosing(database, log, closing)).toMatchObject({ seq: 21, checkpoints: [{ size: 20 }] })
})

it('finds what closes a period after hundreds of checkpoints that no witness saw', async () => {
  await owner.query(
    `insert into log_checkpoint select $1, size, $2, $3, 1 from generate_series(20, 320) as size`,
    [origin, at(20), Buffer.from(printNote(checkpointOf(20, []).note)).toString('utf8')],
  )
  await save(321, 321, [[north, 321]])
  expect(await findClosing(database, log, closing)).toMatchObject({ seq: 321, checkpoints: [{ size: 321 }] })
})

/** The period begins between the entries 40 and 41. */
const opening = { advisorId, from: at(40.5), seq: 40 }

it('opens a period with an entry that witnesses saw before it', async () => {
  await save(35, 34, [[north, 34.5]])
  await save(37, 36, [[north, 41]])
  await save(38, 37, [])
  expect(await findOpening(database, log, opening)).toMatchObject({ seq: 35, checkpoints: [{ size: 35 }] })
  await save(60, 40.6, [[south, 40.4]])
  expect(await findOpening(database, log, opening)).toMatchObject({ seq: 40, checkpoints: [{ size: 60 }] })
})

it('opens a period from before there were witnesses with number 1', async () => {
  await save(35, 34, [])
  await save(60, 60, [[north, 60]])
  expect(await findOpening(database, log, opening)).toEqual({ seq: 1, checkpoints: [] })
})
