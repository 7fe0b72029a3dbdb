import type { Database } from '../../packages/server/src/db/pool.ts'
import type { SentStatement } from './stopwatch.ts'

interface Explained {
  readonly statement: string
  readonly plan: string
  /** Big tables that are read from end to end, by these values or by any others that the row asked for. */
  readonly sequentialScans: readonly string[]
}

/** Each statement of a row as it ran once, and whether any of its variants reads a big table from end to end. */
export async function explainAll(
  database: Database,
  statements: readonly SentStatement[],
): Promise<Explained[]> {
  const byText = Map.groupBy(statements, ({ text }) => text)
  const explained: Explained[] = []
  for (const [text, [first, ...others]] of byText) {
    if (!first) continue
    const plan = await explain(database, first, '(analyze, buffers)')
    const plans = [plan]
    for (const other of others) plans.push(await explain(database, other, ''))
    explained.push({
      statement: text.replaceAll(/\s+/g, ' ').trim(),
      plan,
      sequentialScans: [...new Set(plans.flatMap(sequentialScansOf))],
    })
  }
  return explained
}

async function explain(
  database: Database,
  { text, values }: SentStatement,
  options: string,
): Promise<string> {
  const { rows } = await database.query<{ 'QUERY PLAN': string }>({
    text: `explain ${options} ${text}`,
    values: [...values],
  })
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

const bigTables = 'contact|membership|member|contact_group|content_item|journal\\w*'

const sequentialScansOf = (plan: string): string[] =>
  [...plan.matchAll(new RegExp(`Seq Scan on (${bigTables})\\b`, 'g'))].map(([, table = '']) => table)
