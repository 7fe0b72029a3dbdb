// Outcomes of texts while the link to a carrier fails. Shortened here; npm run faults:smpp runs as long as the names
// of the faults say.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultRoom, isFullLength, membersCount, openFaultRoom, window } from './fault-room.ts'

const throttledMs = isFullLength ? 60_000 : 4_000
const downMs = isFullLength ? 600_000 : 4_000
const slow = isFullLength
  ? { answerDelayMs: 8_000, timings: { answerTimeoutMs: 10_000 } }
  : { answerDelayMs: 400, timings: { answerTimeoutMs: 5_000 } }
const late = isFullLength
  ? { answerDelayMs: 15_000, timings: { answerTimeoutMs: 10_000 } }
  : { answerDelayMs: 900, timings: { answerTimeoutMs: 300 } }
/** Later than the time for which an attempt is held. */
const tooLate = isFullLength
  ? { answerDelayMs: 45_000, timings: { answerTimeoutMs: 10_000 }, doubtMs: 30_000 }
  : { answerDelayMs: 4_000, timings: { answerTimeoutMs: 300 }, doubtMs: 600 }
const timeout = isFullLength ? 900_000 : 90_000

let room: FaultRoom
beforeEach(async () => {
  room = await openFaultRoom()
})
afterEach(() => room.close())

describe('a link', { timeout }, () => {
  it('that goes silent in both directions makes at most texts in flight doubtful, and reconnects', async () => {
    const { smsc, proxy } = room
    await room.connect()
    await room.accept(3)
    await room.soon('some are there', () => smsc.taken.length > 20)
    proxy.stall('both')
    await room.accept(3)
    await room.soon('it is noticed', () => !room.isUp())
    proxy.restore()
    const { delivered, unconfirmed } = await room.expectTruth()
    expect(unconfirmed).toBeLessThanOrEqual(window)
    expect(delivered + unconfirmed).toBe(6 * membersCount)
  })

  it('on which only the carrier goes silent sends nothing twice: its receipts show what it accepted', async () => {
    const { smsc, proxy } = room
    await room.connect()
    await room.accept(1)
    await room.settled()
    proxy.stall('server')
    const before = smsc.taken.length
    await room.accept(3)
    await room.soon('it takes some', () => smsc.taken.length > before)
    await room.soon('it is noticed', () => !room.isUp())
    expect(smsc.taken.length - before).toBeLessThanOrEqual(window)
    proxy.restore()
    expect(await room.expectTruth()).toEqual({ delivered: 4 * membersCount, unconfirmed: 0 })
  })

  it('that is repeatedly cut in the middle of PDUs loses no text and sends none twice', async () => {
    const { proxy } = room
    await room.connect()
    for (let cut = 0; cut < 20; cut += 1) {
      await room.accept(1)
      const made = proxy.made()
      proxy.cutAfter(1 + Math.floor(Math.random() * 400), cut % 2 === 0 ? 'client' : 'server')
      await room.soon('it is cut and reconnects', () => proxy.made() > made && room.isUp())
    }
    const { delivered, unconfirmed } = await room.expectTruth()
    expect(delivered + unconfirmed).toBe(20 * membersCount)
    // At most what was in progress when it was cut.
    expect(unconfirmed).toBeLessThanOrEqual(20 * window)
  })

  it('that is down for 10 minutes keeps everything, and then delivers it in order, once', async () => {
    const { smsc, proxy } = room
    await room.connect()
    await room.accept(1)
    await room.settled()
    proxy.refuse(true)
    proxy.cut()
    await room.soon('it is down', () => !room.isUp())
    await room.accept(4)
    await sleep(downMs / 2)
    await room.accept(4)
    await sleep(downMs / 2)
    expect(smsc.taken).toHaveLength(membersCount)
    // Reconnects with backoff.
    expect(proxy.refused()).toBeGreaterThan(5)
    expect(proxy.refused()).toBeLessThan(100)
    proxy.refuse(false)
    expect(await room.expectTruth()).toEqual({ delivered: 9 * membersCount, unconfirmed: 0 })
  })
})

describe('a carrier', { timeout }, () => {
  it.each([
    ['throttles', 0x58],
    ['has a full queue', 0x14],
  ])('that %s for a minute gets every text afterwards, in order, once', async (_, status) => {
    const { smsc } = room
    await room.connect()
    smsc.behaviour.refuse = () => ({ status })
    await room.accept(6)
    await sleep(throttledMs)
    // Retried with backoff, and not once for each text.
    expect(smsc.messages.length).toBeLessThan(100)
    delete smsc.behaviour.refuse
    expect(await room.expectTruth()).toEqual({ delivered: 6 * membersCount, unconfirmed: 0 })
  })

  it('that accepts only every third attempt gets every text once', async () => {
    const { smsc } = room
    await room.connect()
    let time = 0
    smsc.behaviour.refuse = () => (time++ % 3 === 0 ? undefined : { status: 0x58 })
    await room.accept(1)
    expect(await room.expectTruth()).toEqual({ delivered: membersCount, unconfirmed: 0 })
  })

  it('that responds slowly causes no unconfirmed texts', async () => {
    const { smsc } = room
    await room.connect({ timings: slow.timings })
    smsc.behaviour.answerDelayMs = slow.answerDelayMs
    await room.accept(2)
    expect(await room.expectTruth()).toEqual({ delivered: 2 * membersCount, unconfirmed: 0 })
    expect(smsc.open.most).toBe(window)
    const { rows } = await room.database.query(
      `select from journal where kind = 'message.unconfirmed' and subject_id = any($1::bigint[])`,
      [(await room.rows()).map(({ id }) => id)],
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['while the attempt is held leaves no doubt', late, false],
    ['after the attempt was given up still settles it, by responses and receipts', tooLate, true],
  ])('that responds %s', async (_, { answerDelayMs, ...options }, isDoubted) => {
    const { smsc } = room
    await room.connect(options)
    smsc.behaviour.answerDelayMs = answerDelayMs
    await room.accept(2)
    expect(await room.expectTruth()).toEqual({ delivered: 2 * membersCount, unconfirmed: 0 })
    const { rows } = await room.database.query(
      `select from journal where kind = 'message.unconfirmed' and subject_id = any($1::bigint[])`,
      [(await room.rows()).map(({ id }) => id)],
    )
    expect(rows.length > 0).toBe(isDoubted)
  })

  it('whose responses are lost shows by its receipts what it accepted', async () => {
    const { smsc, proxy } = room
    await room.connect()
    await room.accept(1)
    await room.soon('some are in progress', () => smsc.taken.length > 0)
    for (let cut = 0; cut < 5; cut += 1) {
      smsc.behaviour.answerDelayMs = 200
      await room.accept(1)
      const before = smsc.taken.length
      await room.soon('they are taken and not answered', () => smsc.taken.length > before)
      proxy.cut()
      await room.soon('it is up again', () => room.isUp())
    }
    delete smsc.behaviour.answerDelayMs
    const { delivered, unconfirmed } = await room.expectTruth()
    expect(delivered + unconfirmed).toBe(6 * membersCount)
  })
})

describe('long texts', { timeout }, () => {
  it('whose link is cut anywhere arrive whole, or without their last parts', async () => {
    const { smsc, proxy } = room
    await room.connect()
    for (let cut = 0; cut < 8; cut += 1) {
      await room.accept(1, 'All work and no play (#). '.repeat(35))
      const made = proxy.made()
      proxy.cutAfter(200 + Math.floor(Math.random() * 20_000), cut % 2 === 0 ? 'client' : 'server')
      const isCut = (): boolean => proxy.made() > made
      await room.soon('it is cut or done', async () => isCut() || (await room.waiting()) === 0)
    }
    proxy.cutAfter(Number.POSITIVE_INFINITY, 'client')
    proxy.cutAfter(Number.POSITIVE_INFINITY, 'server')
    await room.settled()
    const whole = wholeTexts(smsc.taken)
    const rows = await room.rows()
    const endings = new Set(['delivered', 'unconfirmed'])
    expect(rows.filter(({ status }) => !endings.has(status))).toEqual([])
    // Only texts that arrived whole are reported as delivered.
    for (const [phone, mine] of Map.groupBy(rows, row => row.phone)) {
      const delivered = mine.filter(({ status }) => status === 'delivered').length
      expect(delivered, phone).toBeLessThanOrEqual(whole.get(phone) ?? 0)
    }
    expect(rows.filter(({ status }) => status === 'delivered').length).toBeGreaterThan(100)
  })
})

/** Number of whole texts per phone. An incomplete text has all parts before the last one that arrived. */
function wholeTexts(taken: FaultRoom['smsc']['taken']): Map<string, number> {
  const whole = new Map<string, number>()
  for (const [phone, messages] of Map.groupBy(taken, message => message.phone)) {
    // The reference in the header has only eight bits, so it repeats too soon to identify a text.
    for (const [text, parts] of Map.groupBy(messages, ({ words }) => /\((\d+)\)/.exec(words)?.[1])) {
      const numbers = [...new Set(parts.map(({ part }) => part?.number ?? 0))].toSorted((a, b) => a - b)
      const expected = Array.from({ length: numbers.at(-1) ?? 0 }, (_, index) => index + 1)
      expect(numbers, `${phone} ${text}`).toEqual(expected)
      if (numbers.length === parts[0]?.part?.count) whole.set(phone, (whole.get(phone) ?? 0) + 1)
    }
  }
  return whole
}
