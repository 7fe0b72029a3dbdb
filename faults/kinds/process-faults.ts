import { setTimeout as sleep } from 'node:timers/promises'
import { pick } from '../load/recipients.ts'
import type { Installation } from '../machine/installation.ts'
import type { Supervised } from '../machine/supervised.ts'
import type { FaultKind } from './kind.ts'

/** Longer than the 30 s of a lease plus the interval at which other workers look for expired leases. */
const pauseMs = 35_000

/** Longer than 5 s, after which the service ends an idle transaction and releases its locks. */
const silenceMs = 8_000

const running = (processes: readonly Supervised[]): Supervised[] =>
  processes.filter(({ isRunning }) => isRunning)

export const killApi: FaultKind = {
  name: 'kill -9 api',
  isPossible: ({ installation }) => running(installation.apis).length > 0,
  run: async ({ installation, random }, tell) => {
    const api = pick(running(installation.apis), random)
    tell(api.name)
    await api.kill()
    await api.isReady()
  },
}

export const killWorker: FaultKind = {
  name: 'kill -9 worker',
  isPossible: ({ installation }) => running(installation.workers).length > 0,
  run: async ({ installation, random }, tell) => {
    const worker = pick(running(installation.workers), random)
    tell(worker.name)
    await worker.kill()
    await worker.isReady()
  },
}

export const killSealer: FaultKind = {
  name: 'kill -9 sealer',
  isPossible: ({ installation }) => installation.sealer.isRunning,
  run: async ({ installation }) => {
    await installation.sealer.kill()
    await installation.sealer.isReady()
  },
}

export const pauseWorker: FaultKind = {
  name: 'pause worker past its lease',
  // One at a time: with both paused nothing would move, and nothing would be tested.
  isPossible: ({ installation }) => running(installation.workers).length === installation.workers.length,
  run: async ({ installation, random }, tell) => {
    const worker = pick(running(installation.workers), random)
    const isMeant = random(2) === 0
    worker.pause()
    const isHolding = isMeant && (await holdsTransaction(worker, installation))
    tell(isHolding ? `${worker.name}, in a transaction` : worker.name)
    await sleep(silenceMs)
    const isStillHolding = isHolding && (await countHeld(installation, silenceMs)) > 0
    await sleep(pauseMs - silenceMs)
    worker.resume()
    await worker.isReady()
    if (isStillHolding) throw new Error(`its transaction was not ended within ${silenceMs} ms`)
  },
}

/** Pauses the worker repeatedly until it is caught inside a transaction that holds row locks. */
async function holdsTransaction(worker: Supervised, installation: Installation): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    await sleep(150)
    if ((await countHeld(installation, 100)) > 0) return true
    worker.resume()
    await sleep(10 + Math.random() * 40)
    worker.pause()
  }
  return false
}

/** Number of worker transactions that hold row locks and have been idle for this long. */
async function countHeld({ database }: Installation, forMs: number): Promise<number> {
  const { rows } = await database.observer.query<{ count: number }>(
    `select count(*) from pg_stat_activity where application_name = 'parley worker'
       and state = 'idle in transaction' and backend_xid is not null
       and state_change < now() - make_interval(secs => $1::float8 / 1000)`,
    [forMs],
  )
  return rows[0]?.count ?? 0
}

export const restartRedis: FaultKind = {
  name: 'restart Redis',
  isPossible: () => true,
  run: async ({ installation }) => {
    await installation.redis.kill()
    await installation.redis.isReady()
  },
}

export const rollingRestart: FaultKind = {
  name: 'rolling restart by SIGTERM',
  isPossible: ({ installation: { apis, workers } }) =>
    running([...apis, ...workers]).length === apis.length + workers.length,
  run: async ({ installation: { apis, workers, sealer } }) => {
    for (const each of [...apis, ...workers, sealer]) {
      // Another fault may have hit it first.
      if (!each.isRunning) continue
      await each.terminate()
      await each.isReady()
    }
  },
}
