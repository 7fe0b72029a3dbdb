import type { Carrier } from '../carriers/index.ts'
import type { Database } from '../db/pool.ts'
import { runPeriodically } from '../jobs/run-periodically.ts'
import { carrierEvents } from './carrier-events.ts'
import { type DispatcherParts, startDispatcher } from './pipeline/dispatch.ts'
import { finishPartialTexts } from './receiving/finish-partial-texts.ts'
import { settleParkedReceipts } from './receiving/settle-parked-receipts.ts'
import { settleReceipts } from './receiving/settle-receipts.ts'

interface Connection extends Pick<DispatcherParts, 'log' | 'terms'> {
  readonly database: Database
  readonly carrier: Carrier
}

const settleMs = 1_000
const partsMs = 10_000

/** Both ways between us and a carrier: texts out, replies and receipts in. */
export function connectCarrier({ database, carrier, log, terms }: Connection): { stop(): Promise<void> } {
  carrier.listen(carrierEvents(database, carrier.name, log))
  const dispatcher = startDispatcher({
    database,
    carrier,
    log,
    settleReceipts,
    ...(terms && { terms }),
  })
  const settling = runPeriodically({
    everyMs: settleMs,
    work: () => settleParkedReceipts(database, carrier.name),
    onFailure: error => log.warn({ err: error }, 'early receipts could not be settled'),
  })
  const joining = runPeriodically({
    everyMs: partsMs,
    work: () => finishPartialTexts(database, carrier.name),
    onFailure: error => log.warn({ err: error }, 'replies that lack a part could not be taken in'),
  })
  return {
    stop: async () => {
      await Promise.all([dispatcher.stop(), settling.stop(), joining.stop()])
      await carrier.close()
    },
  }
}
