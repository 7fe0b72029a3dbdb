import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Check } from '../checks/check.ts'
import { createInstallation, type Installation } from '../machine/installation.ts'
import { type Acknowledged, Load } from '../restore/load.ts'
import { People } from '../restore/people.ts'
import { ReceivedDatabase } from './received-database.ts'

export interface LossOptions {
  readonly losses: number
  /** Acknowledged sends before each loss. */
  readonly sends: number
  readonly isSynchronous: boolean
  readonly seed: number
  readonly keep: boolean
  readonly tell: (what: string) => void
}

interface LossResult {
  readonly check: Check
  /** From the death of the server until an api is ready again. */
  readonly backMs: readonly number[]
}

const senders = 32

/** Destroys the disk of the database under load, again and again, and looks for every send that was acknowledged. */
export async function runLosses(options: LossOptions): Promise<LossResult> {
  const { losses, sends, isSynchronous, seed, keep, tell } = options
  const installation = await createInstallation({
    createDatabase: folder => ReceivedDatabase.create(folder, { isSynchronous }),
    tell,
  })
  const emergency = (): void => installation.killNow()
  process.once('exit', emergency)
  try {
    const people = await People.create(installation)
    const ready = (): Promise<unknown> => Promise.all(installation.apis.map(each => each.isReady()))
    await ready()
    const load = new Load(installation, people, createSeededRandom(seed))
    await load.allowAll()
    const backMs: number[] = []
    for (let loss = 1; loss <= losses; loss += 1) {
      const dying = loseDiskAfter(installation, load, load.acknowledged.length + sends)
      await sendUntil(load, dying)
      const diedAtMs = await dying
      if (isSynchronous) await ready()
      backMs.push(Date.now() - diedAtMs)
      tell(
        `disk ${loss} of ${losses}: ${load.acknowledged.length} sends acknowledged, back after ${backMs.at(-1)} ms`,
      )
    }
    return { check: await findLost(installation, load.acknowledged), backMs }
  } finally {
    await installation.close({ keep })
    process.off('exit', emergency)
  }
}

async function loseDiskAfter(
  { database }: Installation<ReceivedDatabase>,
  load: Load,
  acknowledged: number,
): Promise<number> {
  while (load.acknowledged.length < acknowledged) await sleep(5)
  const diedAtMs = Date.now()
  await database.loseDisk()
  return diedAtMs
}

/** In the middle of all of them, the disk dies. */
async function sendUntil(load: Load, end: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const ended = end.finally(() => over.abort())
  const send = async (): Promise<void> => {
    while (!over.signal.aborted) await load.sendNew(1).catch(() => sleep(50))
  }
  await Promise.all([ended, ...Array.from({ length: senders }, send)])
}

async function findLost(
  { database }: Installation<ReceivedDatabase>,
  acknowledged: readonly Acknowledged[],
): Promise<Check> {
  const { rows } = await database.observer.query<{ id: number; text: string }>('select id, text from message')
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  const lost = acknowledged.filter(({ messageId, text }) => texts.get(messageId) !== text)
  return {
    name: 'acknowledged sends that are not there',
    examined: acknowledged.length,
    violations: lost.map(({ messageId }) => `message ${messageId} was acknowledged and is gone`),
  }
}
