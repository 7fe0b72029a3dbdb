import type { MessageResult } from '@parley/contract'
import { classifyDatabaseError } from '../../db/errors.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { KeyTakenError } from '../../http/once/errors.ts'
import { acceptRequests, type SendAnswer, type SendRequest } from './accept-requests.ts'
import { limitLockWaits } from './queries.ts'

/** Answers when the text is on disk, or why it is not. */
export type SendTexts = (request: SendRequest) => Promise<MessageResult>

interface Waiting {
  readonly request: SendRequest
  readonly answer: (answer: SendAnswer) => void
  readonly fail: (error: unknown) => void
}

const recipientsPerBatch = 500
const singlesInFlight = 4
/** Each finds the key that was taken before it. */
const attempts = 5
/** A batch that takes longer waits for somebody. */
const patienceMs = 100
const slowBatchesMax = 4

/**
 * Gathers the requests that come while a commit is under way into the next one. There is no timer: on an idle service a
 * request is a batch of its own at once. One batch at a time: with two each is half as large, and what a batch costs is
 * mostly the same for few as for many (3,250 sends a second instead of 3,700). Only one that stands still, behind a
 * locked member say, is overtaken, and after a second its requests go on each by itself.
 */
export function gatherSends(database: Database): SendTexts {
  const queue: Waiting[] = []
  let slow = 0
  let isUnderWay = false

  const startBatch = (): void => {
    if (isUnderWay || queue.length === 0) return
    isUnderWay = true
    // What has arrived with this request is read first, and comes along.
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
    if (answer.isReplayed) request.once.replayed = true
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
        if (batch.length > 1) tx.leave(limitLockWaits(tx, []))
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

/** A few at a time, so that one that waits for its twin does not make the others wait behind it. */
async function runEach(database: Database, batch: readonly Waiting[]): Promise<void> {
  const queue = [...batch]
  const work = async (): Promise<void> => {
    for (let each = queue.shift(); each; each = queue.shift()) await runBatch(database, [each])
  }
  await Promise.all(Array.from({ length: singlesInFlight }, work))
}

/**
 * Nothing was done, and one of the requests may be the reason: each then pays for itself. Not where the database is gone,
 * which would fail them all one after another, nor where the batch may have been committed.
 */
function isOneRequestsOwn(error: unknown): boolean {
  const failure = classifyDatabaseError(error)
  return failure === 'bug' || failure === 'conflict' || failure === 'timeout'
}
