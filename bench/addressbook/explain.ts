import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import type { SentStatement } from './stopwatch.ts'

interface Explained {
  readonly statement: string
  readonly plan: string
  /** Large tables that are read sequentially, with these or any other values of the row. */
  readonly sequentialScans: readonly string[]
}

/** Each statement of a row as executed once, and whether any variant reads a large table sequentially. */
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
