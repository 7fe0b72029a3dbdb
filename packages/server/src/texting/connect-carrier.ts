import type { Carrier } from '../carriers/index.ts'
import type { Database } from '../db/pool.ts'
import { runPeriodically } from '../jobs/run-periodically.ts'
import { type DispatcherParts, startDispatcher } from './pipeline/dispatch.ts'
import { finishPartialTexts } from './receiving/finish-partial-texts.ts'
import { receiveReceipts } from './receiving/receive-receipts.ts'
import { receiveText } from './receiving/receive-text.ts'
import { settleParkedReceipts } from './receiving/settle-parked-receipts.ts'
import { settleReceipts } from './receiving/settle-receipts.ts'

interface Connection {
  readonly database: Database
  readonly carrier: Carrier
  readonly log: DispatcherParts['log']
}

const settleMs = 1_000
const partsMs = 10_000

/** Both ways between us and a carrier: texts out, replies and receipts in. */
export function connectCarrier({ database, carrier, log }: Connection): { stop(): Promise<void> } {
  carrier.listen({
    // One after the other: two replies of one person must not overtake each other.
    receiveTexts: async texts => {
      for (const text of texts) {
        const { ending } = await receiveText(database, carrier.name, text)
        if (ending === 'stray')
          log.warn({ carrier: carrier.name }, 'a reply came to a number that nobody has')
      }
    },
    receiveReceipts: receipts => receiveReceipts(database, carrier.name, receipts),
  })
  const dispatcher = startDispatcher({ database, carrier, log, settleReceipts })
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
