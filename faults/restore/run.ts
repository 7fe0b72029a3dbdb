import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childEnvironment } from '../../packages/server/src/config.ts'
import { optOut } from '../../packages/server/src/consent/index.ts'
import {
  createSeededRandom,
  type SeededRandom,
} from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Check } from '../checks/check.ts'
import { createInstallation, type Installation } from '../machine/installation.ts'
import { checkRestores, type Round, type Taken } from './check-restores.ts'
import { afterStop, Load, type Token } from './load.ts'
import { People, withDatabase } from './people.ts'
import { RestorableDatabase } from './restorable-database.ts'

export interface RestoreOptions {
  readonly restores: number
  readonly seed: number
  readonly keep: boolean
  readonly tell: (what: string) => void
  /** Another program than our own: one with a planted breach. */
  readonly main?: string
  /** The program lets processes use a restored database, so nobody runs parley recover. */
  readonly isUnfenced?: boolean
}

export interface RestoreResult {
  readonly checks: readonly Check[]
  readonly counts: Readonly<Record<string, number>>
}

const ownMain = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
/** Enough for a text to reach the carrier if nothing keeps it. */
const settleMs = 2_500
/** Enough to meet ids that were given out before, if any can be. */
const freshSends = 40
const loadMs = { least: 4_000, random: 3_000 }

/** Restores an installation under load to random moments, again and again, and checks what people outside saw. */
export async function runRestores(options: RestoreOptions): Promise<RestoreResult> {
  const { restores, seed, keep, tell, main = ownMain } = options
  const installation = await createInstallation({
    createDatabase: folder => RestorableDatabase.create(folder),
    main,
    tell,
  })
  const emergency = (): void => installation.killNow()
  process.once('exit', emergency)
  try {
    const people = await People.create(installation)
    await Promise.all(installation.processes.map(each => each.isReady()))
    const random = createSeededRandom(seed)
    const load = new Load(installation, people, createSeededRandom(seed + 1))
    await load.allowAll()
    const rounds: Round[] = []
    const counts = { lostSends: 0, lostStops: 0, lostRevocations: 0, recoveriesKilled: 0, restarts: 0 }
    for (let round = 1; round <= restores; round += 1) {
      const scene = {
        installation,
        people,
        load,
        random,
        round,
        main,
        counts,
        isUnfenced: options.isUnfenced,
      }
      rounds.push(await restoreOnce(scene))
      tell(
        `restore ${round} of ${restores}: ${load.acknowledged.length} sends acknowledged, ${load.stops.length} STOPs, ${JSON.stringify(counts)}`,
      )
    }
    await sleep(settleMs)
    const { rows: taken } = await installation.carrier.query<Taken>(
      `select text, phone, extract(epoch from created_at)::float8 * 1000 as "takenAtMs"
       from simulator_text where reference is not null`,
    )
    const { acknowledged, stops, scheduled, revocations } = load
    return {
      checks: checkRestores({ rounds, acknowledged, stops, wire: installation.wire, taken }),
      counts: {
        restores: rounds.length,
        'sends acknowledged': acknowledged.length,
        'sends lost by a restore': counts.lostSends,
        'STOPs written': stops.length,
        'STOPs lost by a restore': counts.lostStops,
        'grants revoked': revocations,
        'revocations lost by a restore': counts.lostRevocations,
        'texts scheduled': scheduled,
        'texts at the carrier': taken.length,
        'runs of parley recover that were killed': counts.recoveriesKilled,
        'restores with all processes restarted': counts.restarts,
      },
    }
  } finally {
    await installation.close({ keep })
    process.off('exit', emergency)
  }
}

interface Scene {
  readonly installation: Installation<RestorableDatabase>
  readonly people: People
  readonly load: Load
  readonly random: SeededRandom
  readonly round: number
  readonly main: string
  readonly counts: Record<
    'lostSends' | 'lostStops' | 'lostRevocations' | 'recoveriesKilled' | 'restarts',
    number
  >
  readonly isUnfenced: boolean | undefined
}

async function restoreOnce(scene: Scene): Promise<Round> {
  const { installation, people, load, random, round, counts, isUnfenced } = scene
  const { database } = installation
  await database.backUp()
  const backedUpAtMs = Date.now()
  load.start(round)
  await sleep(loadMs.least + random(loadMs.random))
  const until = new Date(backedUpAtMs + 500 + random(Date.now() - backedUpAtMs - 1_500))
  const isRestarting = random(2) === 0
  if (isRestarting) {
    // Nobody remembers anything: only the file does.
    await Promise.all(serversOf(installation).map(each => each.kill()))
    counts.restarts += 1
  }
  await database.restore(until)
  const restoredAtMs = Date.now()
  await load.stop()
  await countLosses(scene)
  const ready = await readyOnes(installation)
  const recoveredAtMs = Date.now()
  if (!isUnfenced) await recover(scene)
  await Promise.all([...installation.apis, ...installation.workers].map(each => each.isReady()))
  await people.renewKey()
  const former = load.tokens
  const { accepted, tried } = await tryFormer(scene, former)
  await load.allowAll()
  await load.sendNew(freshSends)
  await tryStopped(scene)
  await releaseAll(scene)
  return { round, restoredAtMs, recoveredAtMs, ready, accepted, tried }
}

const serversOf = ({ apis, workers }: Installation) => [...apis, ...workers]

/** A run that loses nothing would show nothing. */
async function countLosses({ installation, load, round, counts }: Scene): Promise<void> {
  const { observer } = installation.database
  const { rows: texts } = await observer.query<{ text: string }>('select text from message')
  const there = new Set(texts.map(({ text }) => text))
  const known = counts.lostSends
  counts.lostSends = load.acknowledged.filter(({ text }) => !there.has(text)).length
  if (counts.lostSends < known) counts.lostSends = known
  const phones = load.stops.filter(stop => stop.round === round).map(({ phone }) => phone)
  const { rows: stopped } = await observer.query(
    `select from member where phone = any ($1) and consent = 'opted_out'`,
    [phones],
  )
  counts.lostStops += phones.length - stopped.length
  const revoked = load.tokens.filter(({ revokedAtMs }) => revokedAtMs !== undefined)
  const { rows: living } = await observer.query(
    `select from authorization_grant where advisor_id = any ($1) and revoked_at is null`,
    [revoked.map(({ advisor }) => advisor.id)],
  )
  counts.lostRevocations += living.length
}

/** Watches for a moment whether somebody uses the restored database. */
async function readyOnes({ apis, workers }: Installation): Promise<string[]> {
  const found = new Set<string>()
  const untilMs = Date.now() + settleMs
  while (Date.now() < untilMs) {
    for (const each of [...apis, ...workers]) {
      if (await each.isReady(0).then(isTrue, () => false)) found.add(each.name)
    }
    await sleep(100)
  }
  return [...found]
}

const isTrue = (): boolean => true

/** Every third time it is killed and run again. */
async function recover(scene: Scene): Promise<void> {
  const { random, counts } = scene
  if (random(3) === 0) {
    const child = spawn(process.execPath, [scene.main, 'recover', '--operator', 'faults'], {
      env: environmentOf(scene),
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    await Promise.race([exited, sleep(700 + random(900))])
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      counts.recoveriesKilled += 1
      await exited
    } else return
  }
  await runCommand(scene, 'recover')
}

async function runCommand(scene: Scene, ...args: string[]): Promise<void> {
  const command = [scene.main, ...args, '--operator', 'faults']
  await promisify(execFile)(process.execPath, command, { env: environmentOf(scene) })
}

const environmentOf = ({ installation: { appUrl, identity, highWaterFile } }: Scene): NodeJS.ProcessEnv =>
  childEnvironment({
    DATABASE_URL: appUrl,
    PARLEY_ENVIRONMENT: identity.environment,
    PARLEY_CELL: String(identity.cell),
    PARLEY_SECRET_KEY: identity.secretKey.toString('base64'),
    PUBLIC_ORIGIN: identity.publicOrigin,
    HIGH_WATER_FILE: highWaterFile,
  })

/** Each token with a new key, and the former key with each token: one of them alone must be enough to be refused. */
async function tryFormer(
  { installation: { client }, people, load }: Scene,
  tokens: readonly Token[],
): Promise<{ accepted: string[]; tried: number }> {
  const accepted: string[] = []
  const attempts = tokens.map(token => ({
    what: 'a token',
    headers: { ...token.headers, 'x-api-key': people.apiKey },
  }))
  const [former] = tokens
  if (former) {
    const fresh = await people.allow(former.advisor)
    attempts.push({ what: 'a key', headers: { ...fresh, 'x-api-key': former.headers['x-api-key'] ?? '' } })
  }
  for (const { what, headers } of attempts) {
    const path = '/v1/text/messaging/messages'
    const body = JSON.stringify({
      phone: '+13129999999',
      text: `Nobody gets this ${load.acknowledged.length}.`,
    })
    const outcome = await client.call({ method: 'POST', path, headers, body })
    if (outcome.kind === 'answered' && outcome.status === 200) accepted.push(`${what} was accepted`)
  }
  return { accepted, tried: attempts.length }
}

/** Texts everybody who wrote STOP in this round, before the operator knows of it. */
async function tryStopped({ load, round }: Scene): Promise<void> {
  for (const { phone, advisor } of load.stops.filter(stop => stop.round === round)) {
    const token = load.tokens.find(each => each.advisor === advisor)
    if (token) await load.sendTo(token, phone, afterStop(phone))
  }
  await sleep(settleMs)
}

/** The operator reads in the carrier's list who wrote STOP, records it, and releases the numbers. */
async function releaseAll(scene: Scene): Promise<void> {
  const { installation, load, round } = scene
  await withDatabase(installation, async database => {
    for (const { phone, advisor } of load.stops.filter(stop => stop.round === round)) {
      const actor = { kind: 'operator', name: 'faults' } as const
      await optOut(database, { advisorId: advisor.id, actor, traceId: null }, { phone, note: 'carrier list' })
    }
  })
  if (!scene.isUnfenced) await runCommand(scene, 'outbox', 'release', '--restored')
}
