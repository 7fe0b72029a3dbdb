import { metrics } from '@opentelemetry/api'
import { nodesFromTiles, type Policy, parseCheckpoint, printNote, proveConsistency } from '@parley/evidence'
import type { Database } from '../../platform/db/pool.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import { askWitnesses } from '../witnesses/ask-witnesses.ts'
import type { LogDirectory } from './log-directory.ts'
import { saveCheckpoint } from './queries.ts'

interface WitnessingParts {
  readonly database: Database
  readonly directory: LogDirectory
  readonly policy: Policy
  readonly log: Logger
  readonly askEveryMs?: number | undefined
}

const usualAskEveryMs = 10_000
const timeoutMs = 10_000

/** Status of a witness whose memory contradicts our log. */
const contradictions: readonly number[] = [409, 422]

/** Has witnesses cosign what was published, beside the passes of the sealer: a slow witness delays nothing. */
export class Witnessing {
  readonly #parts: WitnessingParts
  readonly #sizes = new Map<string, number>()
  #askedAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  #witnessedSize = -1
  #quorumAtMs = performance.now()

  constructor(parts: WitnessingParts) {
    this.#parts = parts
    metrics
      .getMeter('parley')
      .createObservableGauge('parley.log.witness.lag_seconds', {
        unit: 's',
        description: 'Time since the witnesses of the policy had cosigned what was published',
      })
      .addCallback(result => result.observe((performance.now() - this.#quorumAtMs) / 1_000))
  }

  /** Asks about the published checkpoint, if it is time to. Does not wait for the responses. */
  askIfDue(publishedSize: number): void {
    if (publishedSize === this.#witnessedSize) this.#quorumAtMs = performance.now()
    else if (
      !this.#asking &&
      performance.now() - this.#askedAtMs >= (this.#parts.askEveryMs ?? usualAskEveryMs)
    ) {
      this.#askedAtMs = performance.now()
      this.#asking = this.#ask()
        .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'could not ask the witnesses'))
        .finally(() => {
          this.#asking = undefined
        })
    }
  }

  /** Resolves when no request is under way. */
  async settle(): Promise<void> {
    await this.#asking
  }

  async #ask(): Promise<void> {
    const { database, directory, policy, log } = this.#parts
    const published = await directory.readCheckpoint()
    if (!published) return
    const checkpoint = parseCheckpoint(published)
    const { origin, size } = checkpoint.head
    const nodes = nodesFromTiles(size, directory.readTiles)
    const { note, quorumReached, outcomes } = await askWitnesses({
      policy,
      checkpoint,
      sizes: this.#sizes,
      prove: oldSize => proveConsistency(oldSize, size, nodes),
      timeoutMs,
    })
    for (const [{ name }, outcome] of outcomes) {
      if (outcome.kind === 'cosigned') this.#sizes.set(name, size)
      else if (outcome.kind === 'refused' && contradictions.includes(outcome.status))
        log.error({ witness: name, outcome }, 'a witness contradicts this log')
      else log.warn({ witness: name, outcome }, 'a witness did not cosign')
    }
    const bytes = printNote(note)
    await saveCheckpoint(database, [
      origin,
      size,
      Buffer.from(bytes).toString('utf8'),
      note.signatures.length,
    ])
    if (!quorumReached) return
    await directory.writeWitnessed(bytes)
    this.#witnessedSize = size
    this.#quorumAtMs = performance.now()
  }
}
