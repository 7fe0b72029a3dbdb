import type { Carrier } from '../../carriers/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { runPeriodically } from '../../platform/jobs/run-periodically.ts'
import { carrierEvents } from '../carrier-events.ts'
import { type DispatcherParts, startDispatcher } from '../dispatch/dispatcher.ts'
import { settleParkedReceipts, settleReceipts } from '../receipts/settle-receipts.ts'
import { finishPartialTexts } from '../replies/finish-partial-texts.ts'

interface Connection extends Pick<DispatcherParts, 'log' | 'terms' | 'doubtMs'> {
  readonly database: Database
  readonly carrier: Carrier
}

const settleMs = 1_000
const partsMs = 10_000

/** Runs both directions of a carrier: texts out, replies and receipts in. */
export function connectCarrier(connection: Connection): { stop(): Promise<void> } {
  const { database, carrier, log, terms, doubtMs } = connection
  carrier.listen(carrierEvents(database, carrier.name, log))
  const dispatcher = startDispatcher({
    database,
    carrier,
    log,
    settleReceipts,
    ...(terms && { terms }),
    ...(doubtMs !== undefined && { doubtMs }),
  })
  const settling = runPeriodically({
    everyMs: settleMs,
    // By then every attempt is known by its id or is unconfirmed.
    work: () => settleParkedReceipts(database, carrier.name, doubtMs && 2 * doubtMs),
    onFailure: error => log.warn({ err: error }, 'could not settle early receipts'),
  })
  const joining = runPeriodically({
    everyMs: partsMs,
    work: () => finishPartialTexts(database, carrier.name),
    onFailure: error => log.warn({ err: error }, 'could not process replies with missing parts'),
  })
  return {
    stop: async () => {
      await Promise.all([dispatcher.stop(), settling.stop(), joining.stop()])
      await carrier.close()
    },
  }
}
