import {
  type AddCheckpointRequest,
  type Checkpoint,
  cosign,
  FormatError,
  judgeRequest,
  type NoteSignature,
  parseAddCheckpointRequest,
  printNote,
  type Signer,
  type WitnessOutcome,
} from '@parley/evidence'
import type { Logger } from '../platform/telemetry/logger.ts'
import type { CosignerRole } from './state/checkpoint-files.ts'
import { keepEvidence } from './state/keep-evidence.ts'
import { findKnownLog, type KnownLog, listKnownLogs } from './state/known-log.ts'
import { readStoredCheckpoint, storeCheckpoint } from './state/stored-checkpoint.ts'

export type CosignerReply =
  | { readonly status: 200; readonly cosignatures: readonly NoteSignature[] }
  | { readonly status: 409; readonly size: number }
  | { readonly status: 400 | 403 | 404 | 422 | 503; readonly reason: string }

/** Why a checkpoint that is consistent is not cosigned all the same. */
export interface Objection {
  readonly status: 404 | 422 | 503
  readonly reason: string
}

interface CosignerParts {
  readonly directory: string
  readonly role: CosignerRole
  readonly signer: Signer
  readonly log: Logger
  /** What the key states beyond consistency. Called while the log is locked. */
  readonly findObjection?: (log: KnownLog, checkpoint: Checkpoint) => Promise<Objection | undefined>
  readonly nowMs?: () => number
}

interface Followed {
  readonly log: KnownLog
  latest: Checkpoint | undefined
  /** Resolves when the request before is done. */
  turn: Promise<unknown>
}

/** One key of the witness, and the latest checkpoint that it cosigned for each log. */
export class Cosigner {
  readonly #parts: CosignerParts
  readonly #followed = new Map<string, Followed>()

  private constructor(parts: CosignerParts) {
    this.#parts = parts
  }

  /** Fails if the state of any log is missing or damaged. */
  static async open(parts: CosignerParts): Promise<Cosigner> {
    const cosigner = new Cosigner(parts)
    for (const log of await listKnownLogs(parts.directory)) await cosigner.#follow(log)
    return cosigner
  }

  /** Responds to a request of c2sp.org/tlog-witness. */
  async add(body: Uint8Array): Promise<CosignerReply> {
    let request: AddCheckpointRequest
    try {
      request = parseAddCheckpointRequest(body)
    } catch (error) {
      if (error instanceof FormatError) return { status: 400, reason: error.message }
      throw error
    }
    const followed = await this.#find(request.checkpoint.head.origin)
    if (!followed) return { status: 404, reason: 'This witness does not know the log.' }
    // Strangers do not wait: their requests would pile up in memory while one is being stored.
    const early = judge(followed, request)
    if (early.status === 400 || early.status === 403) return early
    // One request of a log at a time, from the comparison until the new checkpoint is on disk. Otherwise a slower request
    // could roll the log back.
    const turn = followed.turn.then(() => this.#decide(followed, request, body))
    followed.turn = turn.catch(() => {})
    return turn
  }

  /** The latest checkpoint that the key cosigned for the log with this id. */
  read(logId: string): Uint8Array | undefined {
    const latest = [...this.#followed.values()].find(({ log }) => log.id === logId)?.latest
    return latest && printNote(latest.note)
  }

  async #decide(followed: Followed, request: AddCheckpointRequest, body: Uint8Array): Promise<CosignerReply> {
    const { log, latest } = followed
    const { directory, role, signer, findObjection, nowMs = Date.now } = this.#parts
    const outcome = judge(followed, request)
    // Anybody can send a checkpoint of the log with a proof that does not hold. Two trees of one size prove it by themselves.
    if ((outcome.status === 422 || outcome.status === 409) && isOtherRoot(request, latest)) {
      const path = await keepEvidence(directory, log, 'fork', {
        reason: 'The log signed two trees of one size.',
        cosigned: latest ? textOf(latest) : null,
        refused: Buffer.from(body).toString(),
      })
      this.#parts.log.error({ origin: log.origin, evidence: path }, 'the log signed what is not consistent')
    }
    if (outcome.status !== 200) return outcome
    const objection = await findObjection?.(log, outcome.checkpoint)
    if (objection) return objection
    const cosignatures = cosign(outcome.checkpoint, [signer], Math.floor(nowMs() / 1000))
    followed.latest = await storeCheckpoint(log, role, outcome.checkpoint, cosignatures)
    return { status: 200, cosignatures }
  }

  /** The operator may add a log while the witness runs. */
  async #find(origin: string): Promise<Followed | undefined> {
    const followed = this.#followed.get(origin)
    if (followed) return followed
    const log = await findKnownLog(this.#parts.directory, origin)
    return log && this.#follow(log)
  }

  async #follow(log: KnownLog): Promise<Followed> {
    const latest = await readStoredCheckpoint(log, this.#parts.role, this.#parts.signer.key)
    // Two requests may have found the new log at once. They must share one lock.
    const followed = this.#followed.get(log.origin) ?? { log, latest, turn: Promise.resolve() }
    this.#followed.set(log.origin, followed)
    return followed
  }
}

const judge = ({ log, latest }: Followed, request: AddCheckpointRequest): WitnessOutcome =>
  judgeRequest(request, { keys: log.keys, latest: latest?.head })

/** Such a pair of checkpoints proves by itself that the log shows two histories. */
const isOtherRoot = (
  { checkpoint: { head } }: AddCheckpointRequest,
  latest: Checkpoint | undefined,
): boolean =>
  latest !== undefined && head.size === latest.head.size && Buffer.compare(head.root, latest.head.root) !== 0

const textOf = ({ note }: Checkpoint): string => Buffer.from(printNote(note)).toString()
