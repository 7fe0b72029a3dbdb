import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, OutgoingText, Submission } from '../carriers/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { startEngine } from './engine.ts'
import { lookUpTexts } from './look-up-texts.ts'
import { takeTexts } from './take-texts.ts'
import { simulatorName } from './wire.ts'

interface LocalOptions {
  readonly database: Database
  readonly onFailure: (error: unknown) => void
  /** How long to wait for a response that never comes. */
  readonly answerTimeoutMs?: number
}

/** The simulator inside this process. */
export function createLocalSimulator({
  database,
  onFailure,
  answerTimeoutMs = 10_000,
}: LocalOptions): Carrier {
  const engine = startEngine({ database, onFailure })
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  async function submit(texts: readonly OutgoingText[], notAfterMs: number): Promise<Submission[]> {
    const all = (submission: Submission) => texts.map(() => submission)
    if (isClosed || !engine.isUp || performance.now() >= notAfterMs) return all({ status: 'unsent' })
    const taking = await takeTexts(database, texts, notAfterMs)
    if (taking === 'down') return all({ status: 'unsent' })
    const answerDelayMs = Math.max(0, ...taking.answerDelaysMs)
    const isLost = taking.answer === 'never' || answerDelayMs > answerTimeoutMs
    const delayMs = isLost ? answerTimeoutMs : answerDelayMs
    if (delayMs > 0) await sleep(delayMs)
    return isLost || taking.answer === 'dropped' ? all({ status: 'unknown' }) : [...taking.submissions]
  }

  return {
    name: simulatorName,
    get link() {
      return engine.isUp && !isClosed ? 'up' : 'down'
    },
    submit: (texts, notAfterMs) => track(submit(texts, notAfterMs)),
    lookUp: references =>
      engine.isUp
        ? track(lookUpTexts(database, references))
        : Promise.reject(new Error('the simulator cannot look up texts while its link is down')),
    listen: events => engine.listen(events),
    close: async () => {
      isClosed = true
      await Promise.allSettled([engine.stop(), ...underWay])
    },
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    const tracked: Promise<unknown> = work.finally(() => underWay.delete(tracked)).catch(() => {})
    underWay.add(tracked)
    return work
  }
}
