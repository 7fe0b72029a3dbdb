import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUser } from '../machine/postgres-node.ts'
import { SingleDatabase, type StartedNode } from '../machine/single-database.ts'

/** As pg_receivewal calls itself. */
const receiverName = 'pg_receivewal'

/** A server without a standby, whose write-ahead log a receiver writes to another disk before a commit is confirmed. */
export class ReceivedDatabase extends SingleDatabase {
  /** Whether commits wait for the receiver. */
  readonly #isSynchronous: boolean
  #receiver: ChildProcess | undefined

  private constructor(started: StartedNode, { isSynchronous }: { isSynchronous: boolean }) {
    super(started)
    this.#isSynchronous = isSynchronous
  }

  static async create(folder: string, options: { isSynchronous: boolean }): Promise<ReceivedDatabase> {
    return new ReceivedDatabase(await SingleDatabase.startNode(folder, {}), options)
  }

  get #received(): string {
    return join(this.folder, `received-${this.nodes}`)
  }

  async complete(): Promise<void> {
    if (!this.#isSynchronous) return this.#receive()
    await this.observer.query(`alter system set synchronous_standby_names = '${receiverName}'`)
    await this.observer.query('select pg_reload_conf()')
    await this.#receive()
  }

  /** Starts a receiver for this server, and takes the backup that its log begins with. */
  async #receive(): Promise<void> {
    const { uid, gid } = await databaseUser()
    await mkdir(this.#received)
    if (uid !== undefined && gid !== undefined) await chown(this.#received, uid, gid)
    await this.observer.query(`select pg_create_physical_replication_slot('received', true)`)
    const source = ['-h', '127.0.0.1', '-p', String(this.node.port), '-U', 'postgres']
    const durably = this.#isSynchronous ? ['--synchronous'] : []
    this.#receiver = spawn('pg_receivewal', [...source, '-D', this.#received, '-S', 'received', ...durably], {
      stdio: 'ignore',
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    })
    await this.#isConnected()
    await this.backUp()
  }

  async #isConnected(): Promise<void> {
    for (;;) {
      const { rows } = await this.observer.query(
        `select from pg_stat_replication where application_name = '${receiverName}' and state = 'streaming'`,
      )
      if (rows.length > 0) return
      await sleep(50)
    }
  }

  /** Kills the server, destroys its disk, and brings it back from the backup and what the receiver has. */
  async loseDisk(): Promise<void> {
    // A receiver that need not keep up is behind when the disk dies; it stands for an archive of whole segments.
    if (!this.#isSynchronous) await this.#stopReceiver()
    await sleep(this.#isSynchronous ? 0 : 500)
    const old = this.node
    await old.kill()
    await old.remove()
    this.front.lead(undefined)
    await this.#stopReceiver()
    const received = this.#received
    await this.replace({
      fetch: `cp ${received}/%f %p || cp ${received}/%f.partial %p`,
      settings: this.#isSynchronous ? { synchronous_standby_names: receiverName } : {},
    })
    await this.#receive()
    this.front.lead(this.node.port)
  }

  async #stopReceiver(): Promise<void> {
    const receiver = this.#receiver
    if (!receiver || receiver.exitCode !== null || receiver.signalCode !== null) return
    receiver.kill('SIGTERM')
    await once(receiver, 'exit')
  }

  override killNow(): void {
    this.#receiver?.kill('SIGKILL')
    super.killNow()
  }

  override async close(): Promise<void> {
    await super.close()
    await this.#stopReceiver()
  }
}
