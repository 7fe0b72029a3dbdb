import type { Copy } from '../databases.ts'
import { sendBlock } from '../measure/bare-statement.ts'
import { runPgbench } from '../measure/pgbench.ts'
import type { Bench } from '../parts.ts'

const block = 50
const clients = 2

/** Accepts texts without a worker. */
export async function pileUp(
  bench: Pick<Bench, 'shape' | 'prepared'>,
  copy: Copy,
  texts: number,
): Promise<void> {
  const { advisors, members } = bench.shape
  await runPgbench({
    url: copy.appUrl,
    script: sendBlock,
    variables: { advisors, members, block, application: bench.prepared.callers.applicationId },
    clients,
    transactions: texts / block / clients,
    sampled: 0.1,
  })
  // Autovacuum would have done this by now if they had arrived one by one.
  await copy.database.query('vacuum (analyze) message, journal, outbox')
}

/** Age of the oldest text in milliseconds. */
export async function oldestText({ database }: Copy): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from clock_timestamp() - due_at)::float8 * 1000 as ms
     from outbox order by message_id limit 1`,
  )
  return rows[0]?.ms ?? 0
}

/** Texts accepted by carriers, as the worker reports. */
export async function countSubmitted(workerPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text()
  return Number(/^parley_texts(?:_total)?\{outcome="submitted"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}

/** No text was given up, and every text is either waiting or accepted by the carrier. */
export async function checkDrained({ database }: Copy, taken: number): Promise<void> {
  const { rows } = await database.query<{ status: string; texts: number }>(
    `select status, count(*) as texts from message_status where direction = 'out' group by status`,
  )
  const counts = new Map(rows.map(({ status, texts }) => [status, texts]))
  const done = (counts.get('submitted') ?? 0) + (counts.get('delivered') ?? 0)
  const others = rows.filter(({ status }) => !['accepted', 'submitted', 'delivered'].includes(status))
  if (done < taken || others.length > 0) {
    throw new Error(`${taken} texts were taken, but there are ${JSON.stringify(rows)}`)
  }
}
