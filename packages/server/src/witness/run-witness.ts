import { lockDirectory } from '../platform/files/lock-directory.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import { Auditor } from './audit/auditor.ts'
import { Cosigner } from './cosigner.ts'
import { createWitnessServer } from './serve-witness.ts'
import { readKeys, type WitnessKeys } from './state/witness-directory.ts'

interface WitnessParts {
  readonly directory: string
  readonly host: string
  readonly port: number
  /** Whether the audit key cosigns too, below /audit. */
  readonly audit: boolean
  /** How long a request to the audit key may wait for the audit. */
  readonly auditWaitMs?: number
  readonly log: Logger
}

interface RunningWitness {
  readonly address: string
  stop(): Promise<void>
}

/** Below the time limit of the log that asks. */
const defaultAuditWaitMs = 4_000

/** Serves the witness of a directory, which no other process may use meanwhile. */
export async function runWitness(parts: WitnessParts): Promise<RunningWitness> {
  const { directory, host, port, log } = parts
  const keys = await readKeys(directory)
  const lock = lockDirectory(directory)
  let auditor: Auditor | undefined
  try {
    const witness = await Cosigner.open({ directory, role: 'witness', signer: keys.witness, log })
    auditor = parts.audit
      ? await Auditor.open({ directory, log, waitMs: parts.auditWaitMs ?? defaultAuditWaitMs })
      : undefined
    const cosigners = { '': witness, ...(auditor && { '/audit': await openAudit(parts, keys, auditor) }) }
    const server = createWitnessServer(cosigners, log)
    const address = await server.listen({ host, port })
    return {
      address,
      stop: async () => {
        await server.close()
        await auditor?.stop()
        lock.release()
      },
    }
  } catch (error) {
    await auditor?.stop()
    lock.release()
    throw error
  }
}

const openAudit = (
  { directory, log }: WitnessParts,
  { audit }: WitnessKeys,
  auditor: Auditor,
): Promise<Cosigner> =>
  Cosigner.open({
    directory,
    role: 'audit',
    signer: audit,
    log,
    findObjection: (known, checkpoint) => auditor.findObjection(known, checkpoint),
  })
