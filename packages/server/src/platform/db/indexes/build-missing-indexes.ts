import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientBase, DatabaseError, escapeIdentifier } from 'pg'

interface MissingIndex {
  readonly parent: string
  /** As PostgreSQL prints it: CREATE INDEX name ON ONLY table USING … */
  readonly definition: string
  readonly partition: string
  readonly partitionName: string
  /** Left over from a build that failed. */
  readonly leftover: string | null
}

/**
 * A migration creates an index of a large partitioned table on the parent only. This builds it on the partitions, while others write
 * to them, and attaches it. An interrupted build starts again.
 */
export async function buildMissingIndexes(client: ClientBase): Promise<void> {
  const { rows } = await client.query<MissingIndex>(missingIndexes)
  for (const { parent, definition, partition, partitionName, leftover } of rows) {
    // Building waits for transactions that are open, however long, and nobody waits for it.
    await client.query('set lock_timeout = 0')
    if (leftover !== null) await client.query(`drop index concurrently ${leftover}`)
    const name = nameOnPartition(parent, partitionName)
    const body = definition.slice(definition.indexOf(' USING '))
    await client.query(`create index concurrently ${name} on ${partition}${body}`)
    await attach(client, `alter index ${parent} attach partition ${name}`)
  }
}

/** Writers would queue behind a request for this lock while a reader holds it, so it asks again and again, a moment at a time. */
async function attach(client: ClientBase, command: string): Promise<void> {
  await client.query(`set lock_timeout = '300ms'`)
  for (;;) {
    try {
      await client.query(command)
      return
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== lockNotAvailable) throw error
      await sleep(500)
    }
  }
}

const lockNotAvailable = '55P03'

const nameOnPartition = (parent: string, partition: string): string =>
  escapeIdentifier(`${partition}_${parent}`)

const missingIndexes = `
  select parent.indexrelid::regclass::text as parent, pg_get_indexdef(parent.indexrelid) as definition,
    partition.oid::regclass::text as partition, partition.relname as "partitionName",
    to_regclass(quote_ident(partition.relname || '_' || (parent.indexrelid::regclass)::text))::text as leftover
  from pg_index as parent
  join pg_class as index on index.oid = parent.indexrelid and index.relkind = 'I'
  join pg_inherits on inhparent = parent.indrelid
  join pg_class as partition on partition.oid = inhrelid
  where not parent.indisvalid and not parent.indisunique
    and not exists (
      select from pg_inherits as attached join pg_index as child on child.indexrelid = attached.inhrelid
      where attached.inhparent = parent.indexrelid and child.indrelid = partition.oid
    )
  order by 3`
