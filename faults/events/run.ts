import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Check } from '../checks/check.ts'
import { pick } from '../load/recipients.ts'
import { DatabasePair } from '../machine/database-pair.ts'
import { createInstallation, type Installation } from '../machine/installation.ts'
import type { Supervised } from '../machine/supervised.ts'
import { checkReaders } from './check-readers.ts'
import { seedEventPeople } from './people.ts'
import { type Reader, type Receiver, readByPages, readByStream, receiveByWebhook } from './readers.ts'
import { createConversations, Writers } from './writers.ts'

export interface EventRunOptions {
  readonly events: number
  readonly writers: number
  readonly kills: number
  readonly failOvers: number
  readonly everyMs: number
  readonly advisors: number
  readonly conversationsOfAdvisor: number
  readonly seed: number
  readonly keep: boolean
  readonly tell: (what: string) => void
}

interface EventRunResult {
  readonly checks: readonly Check[]
  readonly counts: Readonly<Record<string, number>>
}

/** How long the slowest reader may need after the last fault: deliveries of a killed worker wait for its lease first. */
const settleMs = 3_600_000

/** Writes events while processes are killed and the database fails over, and compares what three readers saw. */
export async function runEvents(options: EventRunOptions): Promise<EventRunResult> {
  const { tell } = options
  const installation = await createInstallation({
    createDatabase: folder => DatabasePair.create({ folder, isSynchronous: true }),
    tell,
  })
  const emergency = (): void => installation.killNow()
  process.once('exit', emergency)
  try {
    await Promise.all(installation.processes.map(each => each.isReady()))
    return await writeAndRead(installation, options)
  } finally {
    await installation.close(options)
    process.off('exit', emergency)
  }
}

async function writeAndRead(
  installation: Installation<DatabasePair>,
  options: EventRunOptions,
): Promise<EventRunResult> {
  const { advisors, conversationsOfAdvisor, seed, tell } = options
  const random = createSeededRandom(seed)
  const { advisorIds, strangerIds, headers } = await seedEventPeople(installation, advisors)
  const conversations = [...advisorIds, ...strangerIds].flatMap(advisorId =>
    Array.from({ length: conversationsOfAdvisor }, (_, index) => ({
      id: advisorId * 100 + index,
      advisorId,
    })),
  )
  await createConversations(installation.database.observer, conversations)
  const webhook = await receiveByWebhook(createSeededRandom(seed + 1))
  await addEndpoint(installation, headers, webhook)
  const pages = readByPages(installation.client, headers)
  const stream = readByStream(installation.apiPorts, headers)
  const counts = { kills: 0, failOvers: 0 }
  const writers = new Writers({
    appUrl: installation.appUrl,
    writers: options.writers,
    isEnough: written => written >= options.events,
    conversations,
    random: createSeededRandom(seed + 2),
    allowed: () => (options.events * (counts.kills + 1)) / options.kills,
  })
  const readers = { pages, stream, webhook }
  const report = setInterval(
    () => tell(lineOf(writers.written, readers, counts)),
    options.events > 10_000 ? 30_000 : 5_000,
  )
  try {
    await Promise.all([writers.run(), breakThings(installation, options, random, counts)])
    tell(
      `${writers.written} events are written, ${counts.kills} kills and ${counts.failOvers} failovers done`,
    )
    const expected = await committedIn(installation, new Set(advisorIds))
    await settled(
      readers,
      [...expected.values()].reduce((sum, events) => sum + events, 0),
    )
    await Promise.all(Object.values(readers).map(reader => reader.stop()))
    return {
      checks: checkReaders(
        { pages: pages.subjectIds, stream: stream.subjectIds, webhook: webhook.subjectIds },
        expected,
      ),
      counts: {
        ...counts,
        events: writers.written,
        'transactions that failed': writers.failures,
        'pages interrupted': pages.interruptions,
        'streams interrupted': stream.interruptions,
        'deliveries refused': webhook.interruptions,
        'deliveries repeated': webhook.repeated,
      },
    }
  } finally {
    clearInterval(report)
  }
}

/** SIGKILL of processes, one after another, and failovers evenly between them. */
async function breakThings(
  installation: Installation<DatabasePair>,
  { kills, failOvers, everyMs }: EventRunOptions,
  random: (below: number) => number,
  counts: { kills: number; failOvers: number },
): Promise<void> {
  const { apis, workers, sealer, database } = installation
  const failOverEvery = failOvers > 0 ? Math.floor(kills / failOvers) : Number.POSITIVE_INFINITY
  let standbyIsBack: Promise<void> = Promise.resolve()
  const recovering = new Set<Supervised>()
  let round: readonly Supervised[] = []
  while (counts.kills < kills) {
    await sleep(everyMs / 2 + random(everyMs))
    // Each api once in a round, so a stream is cut in every round, and one worker: what it delivers waits for some seconds.
    if (round.length === 0) round = [...apis, sealer, sealer, pick(workers, random)]
    // Nobody dies again before it has come back and worked a little, or nothing would ever be read on a slow machine.
    const able = round.filter(each => !recovering.has(each))
    if (able.length === 0) continue
    const victim = pick(able, random)
    round = round.toSpliced(round.indexOf(victim), 1)
    recovering.add(victim)
    await victim.kill()
    void victim
      .isReady()
      .then(() => sleep(everyMs))
      .finally(() => recovering.delete(victim))
    counts.kills += 1
    if (counts.kills % failOverEvery === Math.floor(failOverEvery / 2) && counts.failOvers < failOvers) {
      await standbyIsBack
      const change = await database.failOver()
      standbyIsBack = change.standbyIsBack
      counts.failOvers += 1
    }
  }
  await standbyIsBack
}

async function addEndpoint(
  { client }: Installation,
  headers: Readonly<Record<string, string>>,
  { url }: Receiver,
): Promise<void> {
  const outcome = await client.call({
    method: 'POST',
    path: '/v1/events/endpoints',
    headers,
    body: JSON.stringify({ url }),
  })
  if (outcome.kind !== 'answered' || outcome.status !== 200)
    throw new Error(`could not add an endpoint: ${JSON.stringify(outcome)}`)
}

async function committedIn(
  { database }: Installation<DatabasePair>,
  advisorIds: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const { rows } = await database.observer.query<{
    conversation: string
    advisor_id: string
    events: string
  }>('select conversation, advisor_id, events from heard')
  return new Map(
    rows
      .filter(({ advisor_id: advisorId }) => advisorIds.has(Number(advisorId)))
      .map(({ conversation, events }) => [Number(conversation), Number(events)]),
  )
}

/** Resolves when all have as many as there are, or nobody has got anything for two minutes. */
async function settled(readers: Readonly<Record<string, Reader>>, expected: number): Promise<void> {
  const all = Object.values(readers)
  const state = { seen: 0, movedAtMs: performance.now() }
  for (const endMs = performance.now() + settleMs; performance.now() < endMs; await sleep(200)) {
    const seen = all.reduce((sum, { subjectIds }) => sum + subjectIds.length, 0)
    if (seen !== state.seen) Object.assign(state, { seen, movedAtMs: performance.now() })
    // A moment more, for what must not come.
    if (all.every(({ subjectIds }) => subjectIds.length >= expected)) return sleep(3_000)
    if (performance.now() - state.movedAtMs > 120_000) return
  }
}

function lineOf(
  written: number,
  { pages, stream, webhook }: { pages: Reader; stream: Reader; webhook: Reader },
  { kills, failOvers }: { kills: number; failOvers: number },
): string {
  const [byPages, byStream, byWebhook] = [pages, stream, webhook].map(each => each.subjectIds.length)
  return `written ${written}  pages ${byPages}  stream ${byStream}  webhook ${byWebhook}  kills ${kills}  failovers ${failOvers}`
}
