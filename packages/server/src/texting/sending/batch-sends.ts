import type { MessageResult } from '@parley/contract'
import { classifyDatabaseError } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { KeyTakenError } from '../../platform/idempotency/errors.ts'
import { acceptRequests, type SendAnswer, type SendRequest } from './accept-sends.ts'
import { limitLockWaits } from './queries.ts'

/** Resolves when the text is committed to disk; rejects if it is not. */
export type SendTexts = (request: SendRequest) => Promise<MessageResult>

type FinalAnswer = Exclude<SendAnswer, { readonly isLocked: true }>

interface Waiting {
  readonly request: SendRequest
  readonly answer: (answer: FinalAnswer) => void
  readonly fail: (error: unknown) => void
}

const recipientsPerBatch = 500
const singlesInFlight = 4
/** Each attempt sees the key that blocked the previous one. */
const attempts = 5
/** A batch that takes longer is waiting for a lock. */
const patienceMs = 100
const slowBatchesMax = 4
/** Connections that may wait for accounts. */
const asideInFlightMax = 2

/**
 * Collects requests that arrive during a commit into the next batch. There is no timer: on an idle service a request is
 * immediately a batch of its own. One batch runs at a time: two would be half the size each, and a batch costs about
 * the same for few as for many (3,250 sends a second instead of 3,700). Only a stalled batch, for example behind a
 * locked member, is overtaken; after a second its requests run one by one. Requests whose account is just being changed leave
 * their batch: a handover may hold it for long.
 */
export function batchSends(database: Database): SendTexts {
  const queue: Waiting[] = []
  const setAside = createAside(database)
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
    await runBatch({ database, setAside }, batch)
    clearTimeout(patience)
    if (isSlow) slow -= 1
    else isUnderWay = false
    startBatch()
  }

  return async request => {
    const { promise, resolve, reject } = Promise.withResolvers<FinalAnswer>()
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

/** Requests that wait for their accounts, a few at a time, without anybody else waiting for them. */
function createAside(database: Database): (waiting: Waiting) => void {
  const queue: Waiting[] = []
  let inFlight = 0
  const work = async (): Promise<void> => {
    inFlight += 1
    for (let each = queue.shift(); each; each = queue.shift()) await runBatch({ database }, [each])
    inFlight -= 1
  }
  return waiting => {
    queue.push(waiting)
    if (inFlight < asideInFlightMax) void work()
  }
}

interface Means {
  readonly database: Database
  /** Takes requests whose account is locked. Without it they wait for it. */
  readonly setAside?: (waiting: Waiting) => void
}

async function runBatch(means: Means, batch: readonly Waiting[], attempt = 1): Promise<void> {
  const { database, setAside } = means
  try {
    const answers = await inTransaction(
      database,
      tx => {
        if (batch.length > 1) tx.sendWithCommit(limitLockWaits(tx, []))
        return acceptRequests(
          tx,
          batch.map(({ request }) => request),
          setAside ? 'skip' : 'wait',
        )
      },
      { readsFirst: true },
    )
    for (const [index, waiting] of batch.entries()) {
      const answer = answers[index] as SendAnswer
      if ('isLocked' in answer) setAside?.(waiting)
      else waiting.answer(answer)
    }
  } catch (error) {
    if (error instanceof KeyTakenError && attempt < attempts) await runBatch(means, batch, attempt + 1)
    else if (batch.length > 1 && isOneRequestsOwn(error)) await runEach(means, batch)
    else for (const { fail } of batch) fail(error)
  }
}

/** A few at a time, so that a request waiting for its duplicate does not block the others. */
async function runEach(means: Means, batch: readonly Waiting[]): Promise<void> {
  const queue = [...batch]
  const work = async (): Promise<void> => {
    for (let each = queue.shift(); each; each = queue.shift()) await runBatch(means, [each])
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
