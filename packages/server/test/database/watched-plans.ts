import { Client } from 'pg'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { adminUrl } from './admin-url.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}
interface Plan {
  readonly 'Query Text': string
  readonly Plan: Node
}

export interface WatchedPlans {
  /** One connection, so that its plans are used again. */
  readonly database: Database
  readonly forget: () => void
  readonly count: () => number
  /** Steps that went through more rows, and statements that read more pages, since the last `forget`. */
  readonly dearerThan: (most: { readonly rows: number; readonly pages: number }) => string[]
}

/** A pool of one connection whose statements report how they ran. */
export async function watchPlans(url: string, ownerUrl: string): Promise<WatchedPlans> {
  const admin = new Client(new URL(new URL(ownerUrl).pathname, adminUrl).href)
  await admin.connect()
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    // The pool hears of warnings only.
    'auto_explain.log_level': 'warning',
    // As on fast disks, where the planner is readier to scan an index that it believes to be empty.
    random_page_cost: '1.1',
  }
  const { rows } = await admin.query('select current_database() as name')
  for (const [name, value] of Object.entries(settings)) {
    await admin.query(`alter role parley_app in database ${rows[0].name} set ${name} = '${value}'`)
  }
  await admin.end()
  const database = createPool({ url, size: 1, applicationName: 'test', connectTimeoutMs: 30_000 })
  let plans: Plan[] = []
  database.on('connect', client => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: .* plan:\n([^]*)$/.exec(message) ?? []
      if (json) plans.push(JSON.parse(json) as Plan)
    })
  })
  const dearerThan: WatchedPlans['dearerThan'] = most =>
    plans.flatMap(({ 'Query Text': statement, Plan: root }) => {
      const pages = root['Shared Hit Blocks'] + root['Shared Read Blocks']
      return [
        // Rows that are dead, or that an index condition passed over, show only here.
        ...(pages > most.pages ? [`${pages} pages in ${statement}`] : []),
        ...nodesOf(root).flatMap(node => {
          const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
          const passed = (node['Actual Rows'] + removed) * node['Actual Loops']
          return passed > most.rows ? [`${node['Node Type']}: ${passed} rows in ${statement}`] : []
        }),
      ]
    })
  const forget = (): void => {
    plans = []
  }
  return { database, forget, count: () => plans.length, dearerThan }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
