import { chmod, chown, copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUser, type PostgresNode } from '../machine/postgres-node.ts'
import { SingleDatabase } from '../machine/single-database.ts'

/** A server with a WAL archive, which can be restored to any moment since its last backup. */
export class RestorableDatabase extends SingleDatabase {
  static async create(folder: string): Promise<RestorableDatabase> {
    const archive = archiveIn(folder)
    await mkdir(archive)
    const { uid, gid } = await databaseUser()
    if (uid !== undefined && gid !== undefined) await chown(archive, uid, gid)
    return new RestorableDatabase(await SingleDatabase.startNode(folder, settingsOf(archive)))
  }

  get #archive(): string {
    return archiveIn(this.folder)
  }

  async complete(): Promise<void> {}

  /** Kills the server and replaces it by its backup as of a moment. */
  async restore(until: Date): Promise<void> {
    const old = this.node
    await old.kill()
    this.front.lead(undefined)
    await this.#keepLastWal(old)
    const archive = this.#archive
    await this.replace({ fetch: `cp ${archive}/%f %p`, until, settings: settingsOf(archive) })
    this.front.lead(this.node.port)
    await old.remove()
  }

  /** The last segment is not archived yet. An operator finds it on the old disk, or at a receiver. */
  async #keepLastWal(old: PostgresNode): Promise<void> {
    const there = new Set(await readdir(this.#archive))
    for (const name of await readdir(join(old.data, 'pg_wal'))) {
      if (!/^[0-9A-F]{24}$/.test(name) || there.has(name)) continue
      await copyFile(join(old.data, 'pg_wal', name), join(this.#archive, name))
      await chmod(join(this.#archive, name), 0o644)
    }
  }
}

const archiveIn = (folder: string): string => join(folder, 'archive')

const settingsOf = (archive: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_command: `cp %p ${archive}/%f`,
})
