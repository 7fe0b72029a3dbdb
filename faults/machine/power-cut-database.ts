import { execFile } from 'node:child_process'
import { chown, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { databaseUser, PostgresNode } from './postgres-node.ts'
import { observerOf, type ServiceDatabase } from './service-database.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const run = promisify(execFile)
const imageBytes = 2 * 2 ** 30

/**
 * One server on its own file system, in a file, whose power can be cut: FS_IOC_SHUTDOWN without a flush
 * of its journal. Data that was not flushed by then is lost, as in a real power cut.
 */
export class PowerCutDatabase implements ServiceDatabase {
  readonly #image: string
  readonly #folder: string
  readonly #front: TcpProxy
  readonly #node: PostgresNode
  readonly observer: Database

  private constructor(image: string, folder: string, front: TcpProxy, node: PostgresNode) {
    this.#image = image
    this.#folder = folder
    this.#front = front
    this.#node = node
    this.observer = observerOf(node)
  }

  static async create(parent: string, { isFlushed }: { isFlushed: boolean }): Promise<PowerCutDatabase> {
    const image = join(parent, 'disk')
    const folder = join(parent, 'mounted')
    await writeFile(image, '')
    await truncate(image, imageBytes)
    await run('mkfs.ext4', ['-q', image])
    await mkdir(folder)
    await mount(image, folder)
    const { uid, gid } = await databaseUser()
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
    const node = await PostgresNode.create(folder, 'node', { fsync: isFlushed ? 'on' : 'off' })
    // The output of initdb is flushed before the first cut.
    await run('sync', ['-f', folder])
    await node.start()
    const front = await startTcpProxy()
    front.lead(node.port)
    return new PowerCutDatabase(image, folder, front, node)
  }

  get port(): number {
    return this.#front.port
  }

  get adminUrl(): string {
    return this.#node.url
  }

  get logs(): string[] {
    return [this.#node.log]
  }

  /** A tool that loses everything would prove nothing: the setup must survive the cut. */
  async complete(): Promise<void> {
    await run('sync', ['-f', this.#folder])
  }

  /** Cuts the power and restores it. Resolves when the server has recovered. */
  async cutPower(): Promise<void> {
    await run('perl', ['-e', shutDown, this.#folder])
    await this.#node.kill()
    this.#front.lead(undefined)
    await this.#unmount()
    await mount(this.#image, this.#folder)
    await this.#node.start()
    this.#front.lead(this.#node.port)
  }

  /** The last killed process may still be exiting. */
  async #unmount(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if (await run('umount', [this.#folder]).then(isTrue, () => false)) return
      await sleep(100)
    }
    throw new Error(`${this.#folder} cannot be unmounted`)
  }

  killNow(): void {
    this.#node.killNow()
  }

  async close(): Promise<void> {
    this.#front.close()
    await this.observer.end()
    await this.#node.kill()
    await this.#unmount()
  }
}

const isTrue = (): boolean => true

const mount = (image: string, folder: string): Promise<unknown> => run('mount', ['-o', 'loop', image, folder])

/** FS_IOC_SHUTDOWN, with the flag that leaves the journal as it is. Node has no ioctl; every Debian has Perl. */
const shutDown = `
  open(my $folder, '<', $ARGV[0]) or die "$ARGV[0]: $!";
  my $flags = pack('L', 2);
  ioctl($folder, 0x8004587d, $flags) or die "ioctl: $!";
`
