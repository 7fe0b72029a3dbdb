// A recipient gets an advisor's texts in the order they were written, whatever happens to the link, the carrier
// and the workers. Every fault comes from a seeded schedule. npm run faults:order runs 10,000 rounds.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSeededRandom } from '../../src/platform/random/seeded-random.ts'
import { type FaultRoom, type FaultWorker, openFaultRoom, shortTimings } from './fault-room.ts'

const rounds = Number(process.env['ORDER_ROUNDS'] ?? 60)
const seed = Number(process.env['ORDER_SEED'] ?? 20_261_115)
/** Rooms run concurrently, because most of a round is waiting. */
const roomsCount = Math.min(10, Math.ceil(rounds / 100))
const doubtMs = 2_000
/** Bytes that the carrier reads later than this are lost instead: by then the attempt is no longer held. */
const readWithinMs = doubtMs / 2
const members = 8
/** While this many texts wait, the next round waits for them. */
const backlogMax = 10 * members
/** After this long the carrier responds at once again; otherwise a slow one would block the rounds forever. */
const slowMs = 500
/** Long enough for ten rooms that share two cores with other work. */
const backlogPatienceMs = 120_000

const connectTo = (room: FaultRoom): Promise<FaultWorker> =>
  room.connect({
    doubtMs,
    window: 4,
    timings: { ...shortTimings, answerTimeoutMs: 150, throttleMostMs: 100 },
  })

it('a carrier that reads a text only after its link was given up gets the next text after it', async () => {
  const room = await openFaultRoom(members)
  const { smsc, proxy } = room
  await connectTo(room)
  await room.accept(1)
  await room.settled()
  proxy.hold()
  const made = proxy.made()
  await room.accept(2)
  await room.soon('the line is given up', () => proxy.made() > made && room.isUp())
  // The new link is up and has had time to send, but must not carry the texts after the withheld ones.
  await sleep(300)
  proxy.release(readWithinMs)
  await room.expectTruth()
  // At least one text was read from the abandoned link; otherwise this shows nothing.
  expect(smsc.taken.filter(({ words }) => words.startsWith('text 1 ')).length).toBeGreaterThan(0)
  await room.close()
})

it(`${rounds} rounds of faults leave every recipient with each text at most once, in order (seed ${seed})`, {
  timeout: 360_000 + rounds * 500,
}, async () => {
  const shares = Array.from({ length: roomsCount }, (_, index) =>
    runRounds(Math.ceil(rounds / roomsCount), seed + index),
  )
  const happened = new Set((await Promise.all(shares)).flat())
  expect([...happened].toSorted()).toEqual([...faultNames].toSorted())
})

const faultNames = [
  'cut',
  'cut inside a PDU',
  'throttle',
  'slow answers',
  'quick answers',
  'stall and restore',
  'read late',
  'another worker',
  'stop a worker',
  'change workers',
] as const

/** Resolves with the faults that happened. */
async function runRounds(count: number, roomSeed: number): Promise<string[]> {
  const dice = createSeededRandom(roomSeed)
  const room = await openFaultRoom(members)
  const { smsc, proxy } = room
  const workers = [await connectTo(room)]
  let refusals = 0
  smsc.behaviour.refuse = () => {
    if (refusals === 0) return undefined
    refusals -= 1
    return { status: refusals % 2 === 0 ? 0x58 : 0x14 }
  }

  async function inflict(fault: (typeof faultNames)[number]): Promise<void> {
    switch (fault) {
      case 'cut':
        return proxy.cut()
      case 'cut inside a PDU':
        return proxy.cutAfter(1 + dice(400), dice(2) === 0 ? 'client' : 'server')
      case 'throttle':
        refusals += 1 + dice(30)
        return
      case 'slow answers':
        smsc.behaviour.answerDelayMs = dice(300)
        return
      case 'quick answers':
        delete smsc.behaviour.answerDelayMs
        return
      case 'stall and restore':
        proxy.stall(dice(2) === 0 ? 'client' : 'server')
        await sleep(dice(250))
        return proxy.restore()
      case 'read late':
        proxy.hold()
        await sleep(dice(400))
        return proxy.release(readWithinMs)
      case 'another worker':
        if (workers.length < 3) workers.push(await connectTo(room))
        return
      case 'stop a worker':
        if (workers.length > 1) await workers.splice(dice(workers.length), 1)[0]?.stop()
        return
      case 'change workers': {
        const stopped = workers.shift()?.stop()
        workers.push(await connectTo(room))
        await stopped
      }
    }
  }

  const happened: string[] = []
  for (let round = 0; round < count; round += 1) {
    await room.accept(1)
    const fault = faultNames[dice(faultNames.length)] ?? 'cut'
    happened.push(fault)
    await inflict(fault)
    const since = performance.now()
    while ((await room.waiting()) >= backlogMax) {
      const waitedMs = performance.now() - since
      if (waitedMs > slowMs) delete smsc.behaviour.answerDelayMs
      expect(waitedMs, 'the backlog does not shrink').toBeLessThan(backlogPatienceMs)
      await sleep(20)
    }
  }
  refusals = 0
  delete smsc.behaviour.answerDelayMs
  const { delivered, unconfirmed } = await room.expectTruth()
  expect(delivered).toBeGreaterThan(unconfirmed)
  await room.close()
  return happened
}
