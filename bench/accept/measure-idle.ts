import { sendOne } from './bare-statement.ts'
import { copyTemplate } from './databases.ts'
import { type Figure, round } from './figure.ts'
import { closedLoop, onceInAWhile } from './load.ts'
import { measureService } from './measure-service.ts'
import type { Bench } from './parts.ts'
import { runPgbench } from './pgbench.ts'

const pauseMs = 50

/** How long a single send takes where nothing else happens: the statement alone, and over HTTP. */
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
    seconds,
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
  const row = { load: onceInAWhile(pauseMs), hasWorker: false, seconds }
  yield await measureService(bench, { ...row, name: 'idle, single send', warmUp: closedLoop(64) })
  // A few hundred sends are too few for the compiler: this one runs code that is still interpreted.
  yield await measureService(bench, { ...row, name: 'idle, single send, service just started' })
}
