import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ClientBase, escapeIdentifier } from 'pg'

/**
 * Builds the indexes of the files in the folder while others write to their tables. Each file is named after its index and has one
 * `create index concurrently`, which cannot be part of a migration's transaction. Returns the names of those that were missing.
 */
export async function buildIndexes(client: ClientBase, folder: string): Promise<string[]> {
  const built: string[] = []
  const files = await readdir(folder)
  for (const file of files.filter(name => name.endsWith('.sql')).toSorted()) {
    const name = basename(file, '.sql')
    const state = await stateOf(client, name)
    if (state === 'valid') continue
    // Building waits for transactions that are open, however long, and nobody waits for it.
    await client.query('set lock_timeout = 0')
    if (state === 'leftover') await client.query(`drop index concurrently ${escapeIdentifier(name)}`)
    await client.query(await readFile(join(folder, file), 'utf8'))
    if ((await stateOf(client, name)) !== 'valid') throw new Error(`${file} does not build the index ${name}`)
    built.push(name)
  }
  return built
}

/** A build that failed leaves an index that costs every write and serves no query. */
async function stateOf(client: ClientBase, name: string): Promise<'missing' | 'leftover' | 'valid'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  )
  const [index] = rows
  if (index === undefined) return 'missing'
  return index.valid ? 'valid' : 'leftover'
}
