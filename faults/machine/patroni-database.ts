import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { findBinaries } from '../../packages/server/test/processes/cluster.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { PatroniNode } from './patroni-node.ts'
import { type FailOver, isMarked, observerOf, type ServiceDatabase } from './service-database.ts'
import { Supervised } from './supervised.ts'

/** What fails. */
export type PatroniFault = 'machine' | 'patroni'

interface PatroniFile {
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> } }
  }
  readonly postgresql: {
    readonly authentication: { readonly superuser: { readonly password: string } }
    readonly pg_hba: readonly string[]
  }
}

const nodeCount = 3
/** How long a failed machine is away. Longer than Patroni's lease, so that its return does not decide. */
const awayMs = 25_000
const deploy = new URL('../../deploy/patroni/', import.meta.url)

/** Three servers under Patroni, behind HAProxy, by the files in deploy/patroni with other addresses. */
export class PatroniDatabase implements ServiceDatabase {
  readonly port: number
  readonly #etcd: Supervised
  readonly #haproxy: Supervised
  readonly #nodes: readonly PatroniNode[]
  #leader: PatroniNode
  #observer: Database

  private constructor(parts: {
    readonly port: number
    readonly etcd: Supervised
    readonly haproxy: Supervised
    readonly nodes: readonly PatroniNode[]
    readonly leader: PatroniNode
  }) {
    this.port = parts.port
    this.#etcd = parts.etcd
    this.#haproxy = parts.haproxy
    this.#nodes = parts.nodes
    this.#leader = parts.leader
    this.#observer = observerOf(parts.leader)
  }

  static async create(folder: string): Promise<PatroniDatabase> {
    const etcdPort = await freePort()
    const etcd = await startEtcd(folder, etcdPort)
    const nodes = await Promise.all(
      Array.from({ length: nodeCount }, (_, index) => writeNode(folder, `node-${index + 1}`, etcdPort)),
    )
    const port = await freePort()
    const haproxy = await startHaproxy(folder, port, nodes)
    for (const { node } of nodes) await node.start()
    const started = nodes.map(({ node }) => node)
    const leader = await leaderOf(started)
    return new PatroniDatabase({ port, etcd, haproxy, nodes: started, leader })
  }

  get observer(): Database {
    return this.#observer
  }

  get adminUrl(): string {
    return this.#leader.url
  }

  get logs(): string[] {
    return this.#nodes.map(({ log }) => log)
  }

  async complete(): Promise<void> {
    await this.#hasStandby()
  }

  /** Resolves when commits wait for a standby, and the service has noticed. */
  async #hasStandby(): Promise<void> {
    for (;;) {
      const standbys = await Promise.all(this.#nodes.map(node => node.isSynchronousStandby()))
      if (standbys.includes(true)) break
      await sleep(200)
    }
    await isMarked(this.#observer)
  }

  /** Fails the leader, and waits until another node leads. The failed one is started again later. */
  async failOver(fault: PatroniFault): Promise<FailOver & { readonly standbyIsBack: Promise<void> }> {
    const old = this.#leader
    const killedAtMs = Date.now()
    await (fault === 'machine' ? old.kill() : old.killPatroni())
    this.#leader = await leaderOf(this.#nodes.filter(node => node !== old))
    const promotedAtMs = Date.now()
    void this.#observer.end().catch(() => {})
    this.#observer = observerOf(this.#leader)
    const standbyIsBack = async (): Promise<void> => {
      await sleep(Math.max(0, killedAtMs + awayMs - Date.now()))
      await old.start()
      await this.#hasStandby()
    }
    return { killedAtMs, promotedAtMs, standbyIsBack: standbyIsBack() }
  }

  killNow(): void {
    for (const node of this.#nodes) node.killNow()
    this.#etcd.killNow()
    this.#haproxy.killNow()
  }

  async close(): Promise<void> {
    await this.#observer.end()
    await this.#haproxy.close()
    await Promise.all(this.#nodes.map(node => node.kill()))
    await this.#etcd.close()
  }
}

async function leaderOf(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  for (;;) {
    const leads = await Promise.all(nodes.map(node => node.isLeader()))
    const leader = nodes[leads.indexOf(true)]
    if (leader) return leader
    await sleep(100)
  }
}

/** One member: what is tested is Patroni's lease, not etcd's own quorum. */
async function startEtcd(folder: string, port: number): Promise<Supervised> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  const etcd = new Supervised({
    name: 'etcd',
    command: ['etcd'],
    variables: {
      ETCD_NAME: 'etcd-1',
      ETCD_DATA_DIR: join(folder, 'etcd'),
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_INITIAL_CLUSTER: `etcd-1=${peer}`,
    },
    log: join(folder, 'etcd.log'),
    isReady: async () => (await fetch(`${client}/health`)).ok,
  })
  await etcd.isReady()
  return etcd
}

interface WrittenNode {
  readonly node: PatroniNode
  readonly databasePort: number
  readonly restPort: number
}

/** Replaces addresses and folders in the documented file, and nothing else. */
async function writeNode(folder: string, name: string, etcdPort: number): Promise<WrittenNode> {
  const file = parse(await readFile(new URL('patroni.yml', deploy), 'utf8')) as PatroniFile
  const [databasePort, restPort] = await Promise.all([freePort(), freePort()])
  const [database, rest] = [`127.0.0.1:${databasePort}`, `127.0.0.1:${restPort}`]
  // The checks order a STOP and a send by their commits.
  Object.assign(file.bootstrap.dcs.postgresql.parameters, { track_commit_timestamp: 'on' })
  const written = {
    ...file,
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    postgresql: {
      ...file.postgresql,
      listen: database,
      connect_address: database,
      data_dir: join(folder, name),
      bin_dir: await findBinaries(),
      pg_hba: file.postgresql.pg_hba.map(line => line.replace('10.0.0.0/24', '127.0.0.0/8')),
      pgpass: join(folder, `${name}.pgpass`),
      parameters: { unix_socket_directories: folder },
    },
  }
  await writeFile(join(folder, `${name}.yml`), stringify(written))
  const { password: superuserPassword } = file.postgresql.authentication.superuser
  const node = new PatroniNode({ name, folder, databasePort, restPort, superuserPassword })
  return { node, databasePort, restPort }
}

async function startHaproxy(
  folder: string,
  port: number,
  nodes: readonly WrittenNode[],
): Promise<Supervised> {
  const documented = await readFile(new URL('haproxy.cfg', deploy), 'utf8')
  const servers = nodes.map(
    ({ node, databasePort, restPort }) => `  server ${node.name} 127.0.0.1:${databasePort} port ${restPort}`,
  )
  const lines = documented
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .split('\n')
    .filter(line => !line.startsWith('  server '))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, `${lines.join('\n').trimEnd()}\n${servers.join('\n')}\n`)
  const haproxy = new Supervised({
    name: 'haproxy',
    command: ['haproxy', '-db', '-f', file],
    variables: {},
    log: join(folder, 'haproxy.log'),
    isReady: () => Promise.resolve(true),
  })
  return haproxy
}
