import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Checkpoint, verifyNote } from '@parley/evidence'
import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Objection } from '../cosigner.ts'
import { keepEvidence } from '../state/keep-evidence.ts'
import { type KnownLog, listKnownLogs } from '../state/known-log.ts'
import { type AuditState, readAuditState, writeAuditState } from './audit-state.ts'
import { evidenceOf } from './evidence-of.ts'
import { followStep, isFollowed } from './follow-log.ts'
import { LogReader, UnreadableLogError } from './log-reader.ts'

interface AuditorParts {
  readonly directory: string
  readonly log: Logger
  /** How long a request waits for the leaves to be read. Reading goes on after that. */
  readonly waitMs: number
}

interface AuditedLog {
  readonly known: KnownLog
  readonly reader: LogReader
  state: AuditState
  /** Resolves when the reading before is done. */
  turn: Promise<unknown>
}

/** Between two looks at the published checkpoints: also a log that asks for no cosignature is read. */
const pauseMs = 60_000

/** Reads logs and follows every chain in them. */
export class Auditor {
  readonly #parts: AuditorParts
  readonly #logs = new Map<string, AuditedLog>()
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  private constructor(parts: AuditorParts) {
    this.#parts = parts
  }

  /** Fails if the state of a log is damaged. */
  static async open(parts: AuditorParts): Promise<Auditor> {
    const auditor = new Auditor(parts)
    for (const known of await listKnownLogs(parts.directory)) await auditor.#logOf(known)
    auditor.#running = auditor.#run()
    return auditor
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await Promise.all([...this.#logs.values()].map(({ turn }) => turn))
  }

  /** Why the audit key does not cosign this checkpoint, which the log signed. */
  async findObjection(known: KnownLog, checkpoint: Checkpoint): Promise<Objection | undefined> {
    const audited = await this.#logOf(known)
    if (!audited) return { status: 404, reason: 'This witness does not audit the log.' }
    const isLate = new AbortController()
    const judged = this.#inTurn(audited, () =>
      isLate.signal.aborted ? Promise.resolve(notYet) : this.#judge(audited, checkpoint),
    )
    const late = sleep(this.#parts.waitMs, notYet, { ref: false, signal: isLate.signal }).catch(() => notYet)
    const objection = await Promise.race([judged, late])
    isLate.abort()
    return objection
  }

  async #judge(audited: AuditedLog, checkpoint: Checkpoint): Promise<Objection | undefined> {
    try {
      await this.#follow(audited, checkpoint)
      const { evidence } = audited.state
      if (evidence !== undefined)
        return { status: 422, reason: `A chain of the log is broken: ${basename(evidence)}` }
      return (await isFollowed(audited.state, checkpoint, audited.reader))
        ? undefined
        : { status: 422, reason: 'The tree is not the one that was audited.' }
    } catch (error) {
      if (!(error instanceof UnreadableLogError)) throw error
      this.#parts.log.warn({ origin: audited.known.origin, why: error.message }, 'cannot read the log')
      return { status: 503, reason: error.message }
    }
  }

  /** Reads up to the checkpoint, and stores how far it came after each step. */
  async #follow(audited: AuditedLog, checkpoint: Checkpoint): Promise<void> {
    const { known, reader } = audited
    while (audited.state.evidence === undefined && audited.state.range.size < checkpoint.head.size) {
      this.#stopping.signal.throwIfAborted()
      const { state, broken } = await followStep(audited.state, checkpoint, reader)
      const next = broken
        ? { ...state, evidence: await this.#keep(known, await evidenceOf(broken, checkpoint, reader)) }
        : state
      await writeAuditState(known, next)
      audited.state = next
    }
  }

  async #keep(known: KnownLog, finding: Record<string, unknown>): Promise<string> {
    const evidence = (await keepEvidence(this.#parts.directory, known, 'chain', finding)) ?? 'not kept'
    this.#parts.log.error(
      { origin: known.origin, evidence, break: finding['break'] },
      'a chain of the log is broken',
    )
    return evidence
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#lookAtAll().catch((error: unknown) =>
        this.#parts.log.error({ err: error }, 'could not audit the logs'),
      )
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  async #lookAtAll(): Promise<void> {
    for (const known of await listKnownLogs(this.#parts.directory)) {
      const audited = await this.#logOf(known)
      if (audited) await this.#inTurn(audited, () => this.#lookAt(audited))
    }
  }

  async #lookAt(audited: AuditedLog): Promise<void> {
    const { known, reader } = audited
    try {
      const checkpoint = await reader.checkpoint()
      const { verified, failed } = verifyNote(checkpoint.note, known.keys)
      if (checkpoint.head.origin !== known.origin || verified.length === 0 || failed.length > 0)
        throw new UnreadableLogError('The published checkpoint is not signed by the log.')
      await this.#follow(audited, checkpoint)
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      if (!(error instanceof UnreadableLogError)) throw error
      this.#parts.log.warn({ origin: known.origin, why: error.message }, 'cannot read the log')
    }
  }

  #inTurn<Result>(audited: AuditedLog, act: () => Promise<Result>): Promise<Result> {
    const turn = audited.turn.then(act)
    audited.turn = turn.catch(() => {})
    return turn
  }

  /** Undefined for a log without a URL. */
  async #logOf(known: KnownLog): Promise<AuditedLog | undefined> {
    const audited = this.#logs.get(known.id)
    if (audited || known.url === undefined) return audited
    const state = await readAuditState(known)
    const reader = new LogReader(known.url, this.#stopping.signal)
    // Two callers may have found the new log at once. They must share one state.
    const added = this.#logs.get(known.id) ?? { known, reader, state, turn: Promise.resolve() }
    this.#logs.set(known.id, added)
    return added
  }
}

const notYet: Objection = { status: 503, reason: 'The audit has not read the log up to here yet.' }
