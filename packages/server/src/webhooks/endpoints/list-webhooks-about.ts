import type { Queryable } from '../../platform/db/pool.ts'
import { webhooksAbout } from './queries.ts'

interface WebhookAbout {
  readonly applicationId: number
  /** Without path and query, which may hold secrets of the application. */
  readonly host: string
  /** Null: all that the application may see. */
  readonly types: readonly string[] | null
  readonly since: Date
}

/** Where applications have events about an advisor posted to. */
export async function listWebhooksAbout(db: Queryable, advisorId: number): Promise<WebhookAbout[]> {
  const rows = await webhooksAbout(db, [advisorId])
  return rows.map(({ url, ...webhook }) => ({ ...webhook, host: new URL(url).host }))
}
