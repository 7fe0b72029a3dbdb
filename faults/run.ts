import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childEnvironment } from '../packages/server/src/config.ts'
import { createSeededRandom } from '../packages/server/src/platform/random/seeded-random.ts'
import { watchStolenTime } from '../packages/server/test/processes/stolen-time.ts'
import type { Check } from './checks/check.ts'
import { checkCarrier } from './checks/check-carrier.ts'
import { checkJournal } from './checks/check-journal.ts'
import { checkSealedLog } from './checks/check-sealed-log.ts'
import { checkSends } from './checks/check-sends.ts'
import { checkAnswers, checkLogs, checkProcesses, checkQueue, checkReplays } from './checks/check-service.ts'
import { checkStops } from './checks/check-stops.ts'
import { readRecords } from './checks/records.ts'
import { drain } from './drain.ts'
import type { Scene } from './kinds/kind.ts'
import type { Fault } from './kinds/run-faults.ts'
import { type Bystanders, seedBystanders } from './load/bystanders.ts'
import { Chatter } from './load/chatter.ts'
import { Handsets } from './load/handsets.ts'
import { Load } from './load/load.ts'
import { type Advisor, seedPeople } from './load/people.ts'
import { Recipients } from './load/recipients.ts'
import type { Sent } from './load/send.ts'
import { followCheckpoints } from './machine/follow-checkpoints.ts'
import { createInstallation, type Installation, type InstallationOptions } from './machine/installation.ts'
import type { FailOver, ServiceDatabase } from './machine/service-database.ts'
import { startWatch, type WatchedSecond } from './watch.ts'

export interface RunOptions<Kept extends ServiceDatabase> extends InstallationOptions<Kept> {
  readonly seed: number
  readonly ratePerSecond: number
  readonly warmUpMs: number
  /** How long slow texts are sent, from the start. */
  readonly slowTextsMs: number
  readonly carrierOddMs: number
  readonly keep: boolean
  /** Runs during the load. Resolves when everything has recovered. */
  readonly act: (scene: Scene<Kept>, onFault: (fault: Fault) => void) => Promise<Fault[]>
}

export interface RunResult {
  readonly checks: readonly Check[]
  readonly faults: readonly Fault[]
  readonly failOvers: readonly FailOver[]
  readonly seconds: readonly WatchedSecond[]
  readonly sent: readonly Sent[]
  readonly loadBeganAtMs: number
  /** Time after the last recovery. Undefined: not in time. */
  readonly queueYoungAfterMs: number | undefined
  readonly drainedAfterMs: number
  readonly counts: Readonly<Record<string, number>>
}

const ageMaxS = 5
const youngWithinMs = 60_000
const settleMs = 90_000
const drainMs = 150_000
const sealMs = 30_000

/** Puts an installation under load, injects faults, drains it, and checks the outcome from outside. */
export async function run<Kept extends ServiceDatabase>(options: RunOptions<Kept>): Promise<RunResult> {
  const { tell } = options
  const installation = await createInstallation(options)
  const emergency = (): void => installation.killNow()
  process.once('exit', emergency)
  try {
    const { advisors, seeded } = await seedPeople(installation)
    const bystanders = await seedBystanders(installation, seeded)
    tell(`${advisors.length} advisors are there`)
    await Promise.all(installation.processes.map(each => each.isReady()))
    tell('api, worker, sealer, simulator and Redis are ready')
    return await loadAndCheck(installation, { advisors, bystanders }, options)
  } finally {
    await installation.close(options)
    process.off('exit', emergency)
  }
}

async function loadAndCheck<Kept extends ServiceDatabase>(
  installation: Installation<Kept>,
  { advisors, bystanders }: { readonly advisors: readonly Advisor[]; readonly bystanders: Bystanders },
  { seed, ratePerSecond, warmUpMs, slowTextsMs, carrierOddMs, act, tell }: RunOptions<Kept>,
): Promise<RunResult> {
  const mark = `Faults-${seed}`
  const { client } = installation
  const recipients = new Recipients(advisors, createSeededRandom(seed + 1))
  const handsets = new Handsets(installation.carrier, createSeededRandom(seed + 2))
  const load = new Load({ client, recipients, random: createSeededRandom(seed + 3), ratePerSecond, mark })
  const chatter = new Chatter({ client, load, recipients, handsets, random: createSeededRandom(seed + 4) })
  await Promise.all(recipients.first().map(each => chatter.askForConsent(each)))

  const checkpoints = followCheckpoints(installation.checkpointFile)
  const slowness = watchStolenTime()
  const loadBeganAtMs = Date.now()
  load.start()
  chatter.start()
  const slowTexts = setTimeout(() => (recipients.isSlowAllowed = false), slowTextsMs)
  let newest: Fault | undefined
  const watch = startWatch(installation, load, second => {
    tell(lineOf(second, newest))
    newest = undefined
  })
  await sleep(warmUpMs)
  const failOvers: FailOver[] = []
  const scene: Scene<Kept> = {
    installation,
    handsets,
    recipients,
    bystanders,
    mark,
    random: createSeededRandom(seed),
    carrierOddMs,
    failOvers,
  }
  const faults = await act(scene, fault => {
    newest = fault
  })
  const withinMs = youngWithinMs * slowness()
  const queueYoungAfterMs = await watch.isYounger(ageMaxS, withinMs)
  tell(`the queue is young ${((queueYoungAfterMs ?? Number.NaN) / 1_000).toFixed(0)} s after the last fault`)
  clearTimeout(slowTexts)
  await chatter.stop()
  await load.stop()
  const drainBeganAtMs = Date.now()
  await load.settle(settleMs * slowness())
  const leftOver = await drain(installation, drainMs * slowness())
  const drainedAfterMs = Date.now() - drainBeganAtMs
  watch.stop()
  tell(`drained in ${(drainedAfterMs / 1_000).toFixed(0)} s`)

  const replays = await checkReplays(client, load.sent)
  const listed = await listedByOutbox(installation)
  await Promise.all([...installation.apis, ...installation.workers].map(each => each.terminate()))
  const { observer } = installation.database
  await checkpoints.settle(observer, sealMs * slowness())
  await checkpoints.stop()
  await installation.sealer.terminate()
  const records = await readRecords(observer, installation.carrier)
  const processes = [...installation.apis, ...installation.workers, installation.sealer, installation.redis]
  const logs = [
    ...installation.processes.map(({ name }) => `${installation.folder}/${name}.log`),
    ...installation.database.logs,
  ]
  const checks = [
    ...checkSends({ sent: load.sent, aside: bystanders.texts, records, listed }),
    replays,
    ...checkCarrier(installation.wire, records),
    ...checkStops(handsets.replies, installation.wire, records),
    ...(await checkJournal(observer, records, load.sent)),
    ...(await checkSealedLog(observer, checkpoints.seen)),
    ...checkAnswers(load.sent, chatter.seen),
    ...checkQueue({ youngAfterMs: queueYoungAfterMs, withinMs }, leftOver),
    ...checkProcesses(processes, faults),
    ...(await checkLogs(logs, mark)),
  ]
  const attempts = load.sent.flatMap(each => each.attempts)
  const ended = (ending: unknown): number => attempts.filter(each => each.ending === ending).length
  return {
    checks,
    faults,
    failOvers,
    seconds: watch.seconds,
    sent: load.sent,
    loadBeganAtMs,
    queueYoungAfterMs,
    drainedAfterMs,
    counts: {
      sends: load.sent.length,
      acknowledged: load.sent.filter(({ answer }) => answer !== undefined).length,
      retries: attempts.length - load.sent.length,
      'answers 502': ended(502),
      'answers 504': ended(504),
      'connections broken': ended('broken'),
      'connections refused': ended('not sent'),
      'no answer in 15 s': ended('timeout'),
      'taken by the carrier': records.taken.size,
      'submitted more than once': [...installation.wire.texts.values()].filter(
        ({ submits }) => submits.length > 1,
      ).length,
      'looked up': [...installation.wire.texts.values()].filter(({ lookUps }) => lookUps.length > 0).length,
      'listed by parley outbox': listed.size,
      'replies written': handsets.replies.length,
      'consents requested': chatter.consentRequests,
      'statuses read': chatter.seen.length,
      'SIGTERM ended with 0': countStops(processes, 0),
      'SIGTERM ended otherwise': countStops(processes) - countStops(processes, 0),
    },
  }
}

const countStops = (processes: Installation['processes'], code?: number): number =>
  processes.flatMap(({ stops }) => stops).filter(each => code === undefined || each === code).length

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

/** Dead letters as an operator lists them. */
async function listedByOutbox({ appUrl }: Installation): Promise<Set<number>> {
  const args = [main, 'outbox', 'list', '--format', 'json', '--limit', '1000000']
  const env = childEnvironment({ DATABASE_URL: appUrl, PARLEY_ENVIRONMENT: 'sandbox' })
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 28 })
  return new Set((JSON.parse(stdout) as { messageId: number }[]).map(({ messageId }) => messageId))
}

function lineOf(second: WatchedSecond, fault: Fault | undefined): string {
  const { answered, p50Ms, p99Ms, errors, waiting, queueAgeS, load } = second
  const words = [fault?.kind, fault?.detail].filter(Boolean).join(': ')
  const padded = (value: number | null, width: number): string => String(value ?? '-').padStart(width)
  return `${padded(answered, 4)}/s  p50 ${padded(p50Ms, 5)}  p99 ${padded(p99Ms, 5)} ms  errors ${padded(errors, 3)}  waiting ${padded(waiting, 4)}  queue ${padded(queueAgeS, 5)} s  load ${load}  ${words}`
}
