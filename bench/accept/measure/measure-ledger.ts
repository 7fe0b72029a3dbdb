import type { Database } from '../../../packages/server/src/platform/db/pool.ts'
import { closedLoop } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import type { Figure } from '../report/figure.ts'
import { ledgerTables, readLedger } from '../report/ledger.ts'
import { measureService } from './measure-service.ts'

/**
 * What a text costs the database from the request to its receipt, by statement and by table. Counted over everything from the
 * first send to the last receipt, warm-up included, so that no stage of any text is left out.
 */
export async function* measureLedger(bench: Bench): AsyncGenerator<Figure> {
  const seconds = Math.min(bench.seconds, 10)
  for (const connections of bench.connectionCounts) {
    const name = `ledger, ${connections} connections`
    const isCounted = { warmUpSeconds: 0, seconds }
    yield await measureService(
      { ...bench, ...isCounted },
      {
        name,
        load: closedLoop(connections),
        hasWorker: true,
        hasCarrierOutside: true,
        whenReady: ({ database }) => resetCounters(database),
        whenDelivered: async ({ database }, texts) => {
          const ledger = await readLedger(database, texts)
          console.log(`\n${name}: ${texts.toLocaleString('en-US')} texts\n\n${ledgerTables(ledger)}\n`)
        },
      },
    )
  }
}

async function resetCounters(database: Database): Promise<void> {
  await database.query('create extension if not exists pg_stat_statements')
  await database.query('select pg_stat_statements_reset(), pg_stat_reset()')
  await database.query(`select pg_stat_reset_shared('wal')`)
}
