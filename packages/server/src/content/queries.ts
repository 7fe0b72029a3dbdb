import { statement } from '../platform/db/statement.ts'

/** At least one row. Past the last page it has only the total. */
interface PageRow {
  readonly total: number
  readonly title: string | null
  readonly url: string | null
}

const firmOfAdvisor = '(select firm_id from advisor where id = $1)'

type NewestValues = [advisorId: number, pageSize: number, offset: number]

/** Each audience has its own range of the index. No more of each is read than the page can reach. */
const newestFirst = (index: { readonly ofType: boolean }): string => {
  const ofType = index.ofType ? 'and content_type = $4' : ''
  const run = (audience: string): string => `(
    select published_at, id from content_item where audience = ${audience} ${ofType}
    order by published_at desc, id desc limit $2::bigint + $3::bigint
  )`
  return `
    select counted.total, item.title, item.url
    from (
      select coalesce(sum(item_count), 0)::bigint as total
      from content_count where audience in (0, ${firmOfAdvisor}) ${ofType}
    ) as counted
    left join (
      (
        ${run('0')} union all ${run(firmOfAdvisor)}
        order by published_at desc, id desc limit $2 offset $3
      ) as page
      join content_item as item on item.id = page.id
    ) on true
    order by page.published_at desc, page.id desc`
}

export const newestContent = statement<PageRow, NewestValues>(
  'newest_content',
  newestFirst({ ofType: false }),
)

export const newestContentOfType = statement<PageRow, [...NewestValues, contentType: string]>(
  'newest_content_of_type',
  newestFirst({ ofType: true }),
)

type SearchValues = [
  advisorId: number,
  pageSize: number,
  offset: number,
  leading: string,
  last: string,
  isLastPrefix: boolean,
]

/**
 * A last word without meaning, such as "for", is ignored beside others. Alone, it matches as a prefix: it may become "fortune".
 * Items with more of the words in the title come first, then newer ones. Stems and words hold letters and digits only, so the
 * text of the query can be changed from all to any.
 */
const mostRelevantFirst = (index: { readonly ofType: boolean }): string => `
  with part as (
    select plainto_tsquery('english', $4) as others, plainto_tsquery('english', $5) as last,
      case when $6 then to_tsquery('simple', $5 || ':*') else plainto_tsquery('simple', $5) end as last_as_written
  ), wanted as materialized (
    select case
      when numnode(last) = 0 and numnode(others) > 0 then others
      else others && (last || last_as_written)
    end as all_words
    from part
  ), found as materialized (
    select id, published_at,
      ts_rank(title_words, (select replace(all_words::text, '&', '|')::tsquery from wanted)) as rank
    from content_item
    where audience in (0, ${firmOfAdvisor}) and words @@ (select all_words from wanted)
      ${index.ofType ? 'and content_type = $7' : ''}
  )
  select counted.total, item.title, item.url
  from (select count(*) as total from found) as counted
  left join (
    (select * from found order by rank desc, published_at desc, id desc limit $2 offset $3) as page
    join content_item as item on item.id = page.id
  ) on true
  order by page.rank desc, page.published_at desc, page.id desc`

export const relevantContent = statement<PageRow, SearchValues>(
  'relevant_content',
  mostRelevantFirst({ ofType: false }),
)

export const relevantContentOfType = statement<PageRow, [...SearchValues, contentType: string]>(
  'relevant_content_of_type',
  mostRelevantFirst({ ofType: true }),
)

/** Returns nothing while another transaction holds it. */
export const lockImport = statement<object, [firmId: number | undefined]>(
  'lock_content_import',
  `select where pg_try_advisory_xact_lock(hashtextextended('import of content', coalesce($1::bigint, 0)))`,
)

/**
 * Returns a row for each new or changed item. Unchanged items are not written at all, and an item without a date keeps that of
 * its first import. Keys must be unique in the list.
 */
export const upsertContent = statement<
  { readonly added: boolean },
  [
    firmId: number | undefined,
    sourceKeys: readonly string[],
    contentTypes: readonly string[],
    titles: readonly string[],
    urls: readonly string[],
    summaries: readonly string[],
    publishedAt: readonly (Date | null)[],
    foldedTitles: readonly string[],
    foldedSummaries: readonly string[],
  ]
>(
  'upsert_content',
  `with news as materialized (
     select given.source_key, given.content_type, given.title, given.url, given.summary,
       coalesce(given.published_at, known.published_at, statement_timestamp()) as published_at,
       folded_title, folded_summary
     from unnest(
       $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz(3)[], $8::text[], $9::text[]
     ) as given (source_key, content_type, title, url, summary, published_at, folded_title, folded_summary)
     left join content_item as known
       on known.audience = coalesce($1::bigint, 0) and known.source_key = given.source_key
     where known.id is null
       or (known.content_type, known.title, known.url, known.summary)
         <> (given.content_type, given.title, given.url, given.summary)
       or known.published_at <> given.published_at
   )
   insert into content_item
     (firm_id, source_key, content_type, title, url, summary, published_at, title_words, words)
   select $1, source_key, content_type, title, url, summary, published_at, title_words,
     strip(title_words || to_tsvector('english', folded_summary) || to_tsvector('english_words', folded_summary))
   from news cross join lateral (
     select to_tsvector('english', folded_title) || to_tsvector('english_words', folded_title) as title_words
     offset 0
   ) as in_title
   on conflict (audience, source_key) do update set
     content_type = excluded.content_type, title = excluded.title, url = excluded.url, summary = excluded.summary,
     published_at = excluded.published_at, title_words = excluded.title_words, words = excluded.words
   returning xmax = 0 as added`,
)

export interface ListedRow {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly url: string
  readonly publishedAt: Date
  readonly firmId: number | null
  readonly firmName: string | null
}

/** Items of one firm, for everyone (0) or all; of one type or all. */
export const listedContent = statement<
  ListedRow,
  [audience: number | undefined, contentType: string | undefined, limit: number]
>(
  'listed_content',
  `select item.id, item.content_type as "contentType", item.title, item.url, item.published_at as "publishedAt",
     item.firm_id as "firmId", firm.name as "firmName"
   from content_item as item left join firm on firm.id = item.firm_id
   where ($1::bigint is null or item.audience = $1) and ($2::text is null or item.content_type = $2)
   order by item.published_at desc, item.id desc limit $3`,
)

export const countContent = statement<
  { readonly total: number },
  [audience: number | undefined, contentType: string | undefined]
>(
  'count_content',
  `select coalesce(sum(item_count), 0)::bigint as total from content_count
   where ($1::bigint is null or audience = $1) and ($2::text is null or content_type = $2)`,
)
