import type { MessageResult } from '@parley/contract'
import { classifyDatabaseError } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { KeyTakenError } from '../../platform/idempotency/errors.ts'
import { acceptRequests, type SendAnswer, type SendRequest } from './accept-sends.ts'
import { limitLockWaits } from './queries.ts'

/** Resolves when the text is committed to disk; rejects if it is not. */
export type SendTexts = (request: SendRequest) => Promise<MessageResult>

interface Waiting {
  readonly request: SendRequest
  readonly answer: (answer: SendAnswer) => void
  readonly fail: (error: unknown) => void
}

const recipientsPerBatch = 500
const singlesInFlight = 4
/** Each attempt sees the key that blocked the previous one. */
const attempts = 5
/** A batch that takes longer is waiting for a lock. */
const patienceMs = 100
const slowBatchesMax = 4

/**
 * Collects requests that arrive during a commit into the next batch. There is no timer: on an idle service a request is
 * immediately a batch of its own. One batch runs at a time: two would be half the size each, and a batch costs about
 * the same for few as for many (3,250 sends a second instead of 3,700). Only a stalled batch, for example behind a
 * locked member, is overtaken; after a second its requests run one by one.
 */
export function batchSends(database: Database): SendTexts {
  const queue: Waiting[] = []
  let slow = 0
  let isUnderWay = false

  const startBatch = (): void => {
    if (isUnderWay || queue.length === 0) return
    isUnderWay = true
    // Let requests that arrived with this one be read first, so that they join the batch.
    setImmediate(() => void run(takeBatch(queue)))
  }

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    let isSlow = false
    const passBy = (): void => {
      if (slow === slowBatchesMax) return
      slow += 1
      isSlow = true
      isUnderWay = false
      startBatch()
    }
    const patience = setTimeout(passBy, patienceMs)
    await runBatch(database, batch)
    clearTimeout(patience)
    if (isSlow) slow -= 1
    else isUnderWay = false
    startBatch()
  }

  return async request => {
    const { promise, resolve, reject } = Promise.withResolvers<SendAnswer>()
    queue.push({ request, answer: resolve, fail: reject })
    startBatch()
    const answer = await promise
    if ('problem' in answer) throw answer.problem
    if (answer.isReplayed) request.idempotency.replayed = true
    return answer.result
  }
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let recipients = 0
  const end = queue.findIndex(({ request }, index) => {
    recipients += request.send.phones.length
    return index > 0 && recipients > recipientsPerBatch
  })
  return queue.splice(0, end === -1 ? queue.length : end)
}

async function runBatch(database: Database, batch: readonly Waiting[], attempt = 1): Promise<void> {
  try {
    const answers = await inTransaction(
      database,
      tx => {
        if (batch.length > 1) tx.sendWithCommit(limitLockWaits(tx, []))
        return acceptRequests(
          tx,
          batch.map(({ request }) => request),
        )
      },
      { readsFirst: true },
    )
    batch.forEach(({ answer }, index) => answer(answers[index] as SendAnswer))
  } catch (error) {
    if (error instanceof KeyTakenError && attempt < attempts) await runBatch(database, batch, attempt + 1)
    else if (batch.length > 1 && isOneRequestsOwn(error)) await runEach(database, batch)
    else for (const { fail } of batch) fail(error)
  }
}

/** A few at a time, so that a request waiting for its duplicate does not block the others. */
async function runEach(database: Database, batch: readonly Waiting[]): Promise<void> {
  const queue = [...batch]
  const work = async (): Promise<void> => {
    for (let each = queue.shift(); each; each = queue.shift()) await runBatch(database, [each])
  }
  await Promise.all(Array.from({ length: singlesInFlight }, work))
}

/**
 * Nothing was written, and a single request may be the cause, so each runs on its own. Not if the database is
 * unreachable, where all would fail one after another, nor if the batch may have been committed.
 */
function isOneRequestsOwn(error: unknown): boolean {
  const failure = classifyDatabaseError(error)
  return failure === 'bug' || failure === 'conflict' || failure === 'timeout'
}
