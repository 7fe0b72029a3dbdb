import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BundleFile,
  type Checkpoint,
  disorderMs,
  parseCheckpoint,
  parsePolicy,
  writeBundle,
} from '@parley/evidence'
import { type Actor, recordAct } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { LogDirectory } from '../publish/log-directory.ts'
import { findCheckpointsBetween } from './checkpoints-between.ts'
import { entriesOfChain, type SeqRange } from './entries-of-chain.ts'
import { EvidencePages } from './evidence-pages.ts'
import { findClosing, findEndCheckpoints, findOpening, quorumOf } from './proven-ends.ts'
import { indexOf, isUnsalted, placeOfExport, type StampedCheckpoint, seqsAround, tagOf } from './queries.ts'
import { showEverything, showPhone } from './shown-to.ts'

export interface EvidenceRequest {
  readonly advisor: { readonly id: number; readonly name: string; readonly identifier: string }
  /** Only what concerns this number; null for everything. */
  readonly phone: string | null
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
  readonly actor: Actor
  /** Who asked, in words. */
  readonly by: string
  readonly traceId?: string
}

const sealedWithinMs = 30_000
const lookEveryMs = 100
const exportIdMax = 2 ** 47

/**
 * Everything that proves an advisor's entries offline, as a zip. The export is itself an entry of the advisor's chain: whatever
 * has a lower number was there before, so nothing can be left out up to it.
 */
export async function* exportEvidence(
  database: Database,
  publishedAt: string,
  request: EvidenceRequest,
): AsyncGenerator<Uint8Array, void> {
  const { advisor, phone, from, to } = request
  if (from && to && from >= to)
    throw new Problem('invalid_request', 'The period ends before it begins. Choose a later end.')
  const ownerName = ownerNameOf(request)
  const directory = new LogDirectory(publishedAt)
  const { place, checkpoint, policy, exportId } = await recordAndSeal(database, directory, request)
  const { origin, size } = checkpoint.head
  const log = { origin, policy: parsePolicy(policy), checkpoint }
  const period = await seqsOf(database, request, place.seq)
  const [opened, closed] = await Promise.all([
    from && findOpening(database, log, { advisorId: advisor.id, from, seq: period.first }),
    to && findClosing(database, log, { advisorId: advisor.id, to, seq: period.last, exportSeq: place.seq }),
  ])
  const ends = { first: opened?.seq ?? period.first, last: closed?.seq ?? period.last }
  const { first, last } = phone === null ? ends : await showableEnds(database, advisor.id, ends, place.seq)
  const pages = new EvidencePages({ advisor: ownerName, phone })
  const { tag } = firstRow(await tagOf(database, [advisor.id]), 'the tag of the chain')
  const shown = phone === null ? showEverything : showPhone(phone, exportId)
  const part = { advisorId: advisor.id, firstSeq: first, lastSeq: last, shown, period }
  const [[start], [end]] = await Promise.all([
    indexOf(database, [advisor.id, first]),
    indexOf(database, [advisor.id, last]),
  ])
  const atEnds = await findEndCheckpoints(database, log, {
    firstIndex: start?.logIndex ?? 0,
    lastIndex: end?.logIndex ?? place.logIndex,
  })
  const between = await findCheckpointsBetween(database, { origin, maxSize: size, ...quorumOf(log) }, part)
  const around = [
    ...new Map(
      [...(opened?.checkpoints ?? []), ...(closed?.checkpoints ?? []), ...atEnds, ...between].map(each => [
        each.size,
        each,
      ]),
    ).values(),
  ]
  yield* writeBundle({
    log: { origin, keys: log.policy.logs.map(({ key }) => key) },
    owner: { tag, kind: 'advisor', name: ownerName },
    asked: {
      from: from?.toISOString() ?? null,
      to: to?.toISOString() ?? null,
      number: phone,
      by: request.by,
    },
    madeAt: new Date().toISOString(),
    entries: pages.watch(entriesOfChain(database, part)),
    checkpoint,
    checkpoints: around
      .filter(each => each.size < size)
      .toSorted((one, other) => one.size - other.size)
      .map(({ note }) => parseCheckpoint(Buffer.from(note))),
    readTiles: directory.readTiles,
    policy: policy.toString('utf8'),
    files: filesOf(pages, around),
  })
}

function* filesOf(
  pages: EvidencePages,
  checkpoints: readonly StampedCheckpoint[],
): Generator<BundleFile, void> {
  for (const { size, token } of checkpoints) if (token) yield { path: `anchors/${size}.tsr`, content: token }
  yield* pages.files()
}

const ownerNameOf = ({ advisor: { name, identifier } }: EvidenceRequest): string => `${name} (${identifier})`

interface SealedExport {
  readonly exportId: number
  readonly place: { readonly logIndex: number; readonly seq: number }
  readonly checkpoint: Checkpoint
  readonly policy: Buffer
}

async function recordAndSeal(
  database: Database,
  directory: LogDirectory,
  request: EvidenceRequest,
): Promise<SealedExport> {
  const { advisor, phone, from, to, actor, by, traceId = null } = request
  const exportId = randomInt(1, exportIdMax)
  const since = new Date(Date.now() - 60_000)
  await inTransaction(database, tx =>
    recordAct(tx, {
      owner: { advisorId: advisor.id },
      actor,
      kind: 'evidence.exported',
      subject: { kind: 'export', id: exportId },
      traceId,
      // What the bundle says it is: its verifier compares them.
      facts: {
        by,
        from: from?.toISOString() ?? null,
        number: phone,
        owner: ownerNameOf(request),
        to: to?.toISOString() ?? null,
      },
    }),
  )
  for (const deadlineMs = Date.now() + sealedWithinMs; ; await sleep(lookEveryMs)) {
    const [place] = await placeOfExport(database, [advisor.id, since, exportId])
    const sealed = place && (await findCheckpoint(directory, place.logIndex))
    const isLate = Date.now() > deadlineMs
    // Without its witnesses a proof is weaker, and the verifier says so, but it is one.
    if (place && sealed && (sealed.isFinal || isLate)) return { place, exportId, ...sealed }
    if (isLate) break
  }
  throw new Problem(
    'downstream_unavailable',
    'The log was not sealed within 30 seconds, so there is no proof yet. Is parley sealer running, with the same LOG_DIRECTORY?',
  )
}

interface FoundCheckpoint {
  readonly checkpoint: Checkpoint
  readonly policy: Buffer
  /** Waiting brings nothing better. */
  readonly isFinal: boolean
}

/** A checkpoint that covers this leaf: one that the witnesses have cosigned, if there are any. */
async function findCheckpoint(
  directory: LogDirectory,
  logIndex: number,
): Promise<FoundCheckpoint | undefined> {
  const policy = await directory.readPolicy()
  if (!policy) return undefined
  const hasWitnesses = parsePolicy(policy).witnesses.length > 0
  const [witnessed, signed] = (
    await Promise.all([directory.readWitnessed(), directory.readCheckpoint()])
  ).map(note => {
    const checkpoint = note && parseCheckpoint(note)
    return checkpoint && checkpoint.head.size > logIndex ? checkpoint : undefined
  })
  if (hasWitnesses && witnessed) return { checkpoint: witnessed, policy, isFinal: true }
  return signed && { checkpoint: signed, policy, isFinal: !hasWitnesses }
}

/**
 * The time of an end is in its head. The head of an entry without salts cannot be shown without its facts, which may be about others. Then the
 * bundle begins with number 1, which needs no time: such entries are the oldest ones, so no salted one would be found before it. Or it ends with this export.
 */
async function showableEnds(
  database: Database,
  advisorId: number,
  { first, last }: SeqRange,
  exportSeq: number,
): Promise<SeqRange> {
  const [[start], [end]] = await Promise.all([
    isUnsalted(database, [advisorId, first]),
    isUnsalted(database, [advisorId, last]),
  ])
  return { first: start?.isUnsalted ? 1 : first, last: end?.isUnsalted ? exportSeq : last }
}

/**
 * From an entry before the period to one after it, which show that nothing is missing at its ends. Entries are in the log in the order of
 * their sealing, so their times may be a little out of order.
 */
async function seqsOf(
  database: Database,
  { advisor, from, to }: EvidenceRequest,
  exportSeq: number,
): Promise<SeqRange> {
  const since = from && new Date(from.getTime() - disorderMs)
  const until = to && new Date(to.getTime() + disorderMs)
  const { first, last } = firstRow(await seqsAround(database, [advisor.id, since, until]), 'the period')
  return {
    first: since === null ? 1 : Math.max(1, (first ?? exportSeq) - 1),
    last: until === null ? exportSeq : Math.min(last + 1, exportSeq),
  }
}
