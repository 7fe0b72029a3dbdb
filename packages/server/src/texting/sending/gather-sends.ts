import type { MessageResult } from '@parley/contract'
import { classifyDatabaseError } from '../../db/errors.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { acceptRequests, type SendAnswer, type SendRequest } from './accept-requests.ts'

/** Answers when the text is on disk, or why it is not. */
export type SendTexts = (request: SendRequest) => Promise<MessageResult>

interface Waiting {
  readonly request: SendRequest
  readonly answer: (answer: SendAnswer) => void
  readonly fail: (error: unknown) => void
}

/** With one, the next batch would gather while the disk is idle; more than two only make each smaller. */
const batchesInFlight = 2
const recipientsPerBatch = 500
const singlesInFlight = 4

/**
 * Gathers the requests that come while a commit is under way into the next one. There is no timer: on an idle service a
 * request is a batch of its own at once.
 */
export function gatherSends(database: Database): SendTexts {
  const queue: Waiting[] = []
  let inFlight = 0

  const startBatches = (): void => {
    while (inFlight < batchesInFlight && queue.length > 0) {
      inFlight += 1
      const batch = takeBatch(queue)
      void runBatch(database, batch).finally(() => {
        inFlight -= 1
        startBatches()
      })
    }
  }

  return async request => {
    const { promise, resolve, reject } = Promise.withResolvers<SendAnswer>()
    queue.push({ request, answer: resolve, fail: reject })
    startBatches()
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

async function runBatch(database: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const answers = await inTransaction(database, tx =>
      acceptRequests(
        tx,
        batch.map(({ request }) => request),
      ),
    )
    batch.forEach(({ answer }, index) => answer(answers[index] as SendAnswer))
  } catch (error) {
    if (batch.length > 1 && isOneRequestsOwn(error)) await runEach(database, batch)
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
