import { copyTemplate } from '../databases.ts'
import { closedLoop, spacedSends } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { sendOne } from './bare-statement.ts'
import { measureService } from './measure-service.ts'
import { runPgbench } from './pgbench.ts'

const pauseMs = 50

/** Time of a single send on an idle system: the bare statement, and over HTTP. */
export async function* measureIdle(bench: Bench): AsyncGenerator<Figure> {
  const seconds = bench.isShort ? 2 : 12
  const { prepared, shape, cluster } = bench
  const copy = await copyTemplate(cluster.url)
  const bare = await runPgbench({
    url: copy.appUrl,
    script: sendOne,
    variables: {
      advisors: shape.advisors,
      members: shape.members,
      application: prepared.callers.applicationId,
    },
    clients: 1,
    ...(bench.isShort ? { transactions: 40 } : { seconds }),
    sampled: 1,
    perSecond: 1_000 / pauseMs,
  })
  await copy.drop()
  yield {
    name: 'idle, bare statement',
    rate: round(bare.transactions / seconds, 0),
    p50Ms: round(bare.p50Ms, 2),
    p99Ms: round(bare.p99Ms, 2),
  }
  const row = { load: spacedSends(pauseMs), hasWorker: false, seconds }
  yield await measureService(bench, { ...row, name: 'idle, single send', warmUp: closedLoop(64) })
  // A few hundred sends do not trigger the compiler, so this measures interpreted code.
  yield await measureService(bench, { ...row, name: 'idle, single send, service just started' })
}
