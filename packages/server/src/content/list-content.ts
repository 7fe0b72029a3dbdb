import type { Queryable } from '../platform/db/pool.ts'
import type { ContentType } from './content-type.ts'
import { countContent, listedContent } from './queries.ts'

interface Filter {
  /** Only this firm's own items, or only those for everyone. */
  readonly of?: { readonly firmId: number } | 'everyone' | undefined
  readonly contentType?: ContentType | undefined
  readonly limit: number
}

export interface ListedContent {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly url: string
  readonly publishedAt: Date
  /** Null: for everyone. */
  readonly firm: { readonly id: number; readonly name: string } | null
}

/** The newest items and the total. For operators: it does not check who may see them. */
export async function listContent(
  db: Queryable,
  { of, contentType, limit }: Filter,
): Promise<{ readonly items: ListedContent[]; readonly total: number }> {
  const audience = of === 'everyone' ? 0 : of?.firmId
  const [[counted], rows] = await Promise.all([
    countContent(db, [audience, contentType]),
    listedContent(db, [audience, contentType, limit]),
  ])
  const items = rows.map(({ firmId, firmName, ...item }) => ({
    ...item,
    firm: firmId === null || firmName === null ? null : { id: firmId, name: firmName },
  }))
  return { items, total: counted?.total ?? 0 }
}
