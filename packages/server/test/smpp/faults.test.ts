// What becomes of texts while the line to a carrier breaks. In short here; npm run faults:smpp takes as long as the names
// of the faults say.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../database.ts'
import { outboxSize } from '../texting.ts'
import { type FaultRoom, isFullLength, membersCount, openFaultRoom, window } from './fault-room.ts'

const { database, drop } = await createTestDatabase()
afterAll(drop)

const throttledMs = isFullLength ? 60_000 : 4_000
const downMs = isFullLength ? 600_000 : 4_000
const slow = isFullLength
  ? { answerDelayMs: 8_000, timings: { answerTimeoutMs: 10_000 } }
  : { answerDelayMs: 400, timings: { answerTimeoutMs: 5_000 } }
const late = isFullLength
  ? { answerDelayMs: 15_000, timings: { answerTimeoutMs: 10_000 } }
  : { answerDelayMs: 900, timings: { answerTimeoutMs: 300 } }
const timeout = isFullLength ? 900_000 : 90_000

let room: FaultRoom
beforeEach(async () => {
  room = await openFaultRoom(database)
})
afterEach(() => room.close())

describe('a line', { timeout }, () => {
  it('that goes silent both ways costs what was under way at most, and is made anew', async () => {
    const { smsc, proxy } = room
    await room.connect()
    await room.accept(3)
    await room.soon('some are there', () => smsc.taken.length > 20)
    proxy.stall('both')
    await room.accept(3)
    await room.soon('it is noticed', () => !room.isUp())
    proxy.mend()
    const { delivered, unconfirmed } = await room.expectTruth()
    expect(unconfirmed).toBeLessThanOrEqual(window)
    expect(delivered + unconfirmed).toBe(6 * membersCount)
  })

  it('on which only the carrier is not heard any more doubles nothing: its receipts tell what it took', async () => {
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
    proxy.mend()
    expect(await room.expectTruth()).toEqual({ delivered: 4 * membersCount, unconfirmed: 0 })
  })

  it('that is cut in the middle of PDUs, again and again, loses no text and doubles none', async () => {
    const { proxy } = room
    await room.connect()
    for (let cut = 0; cut < 20; cut += 1) {
      await room.accept(1)
      const made = proxy.made()
      proxy.cutAfter(1 + Math.floor(Math.random() * 400), cut % 2 === 0 ? 'client' : 'server')
      await room.soon('it is cut and made anew', () => proxy.made() > made && room.isUp())
    }
    const { delivered, unconfirmed } = await room.expectTruth()
    expect(delivered + unconfirmed).toBe(20 * membersCount)
    // What was under way when it was cut, at most.
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
    // Asked for again and again, and ever more seldom.
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
  ])('that %s for a minute gets everything afterwards, in order, once', async (_, status) => {
    const { smsc } = room
    await room.connect()
    const startMs = performance.now()
    smsc.behaviour.refuse = () => (performance.now() - startMs < throttledMs ? { status } : undefined)
    await room.accept(6)
    await sleep(throttledMs)
    // Asked again ever more seldom, and not once for each text.
    expect(smsc.messages.length).toBeLessThan(100)
    expect(await room.expectTruth()).toEqual({ delivered: 6 * membersCount, unconfirmed: 0 })
  })

  it('that takes only some of them now and then gets all, once', async () => {
    const { smsc } = room
    await room.connect()
    let time = 0
    smsc.behaviour.refuse = () => (time++ % 3 === 0 ? undefined : { status: 0x58 })
    await room.accept(1)
    expect(await room.expectTruth()).toEqual({ delivered: membersCount, unconfirmed: 0 })
  })

  it('that answers slowly is waited for', async () => {
    const { smsc } = room
    await room.connect({ timings: slow.timings })
    smsc.behaviour.answerDelayMs = slow.answerDelayMs
    await room.accept(2)
    expect(await room.expectTruth()).toEqual({ delivered: 2 * membersCount, unconfirmed: 0 })
    expect(smsc.open.most).toBe(window)
    const { rows } = await database.query(
      `select from journal where kind = 'message.unconfirmed' and subject_id = any($1::bigint[])`,
      [(await room.rows()).map(({ id }) => id)],
    )
    expect(rows).toEqual([])
  })

  it('that answers too late took what it took: the answers settle it, and the receipts', async () => {
    const { smsc } = room
    await room.connect({ timings: late.timings })
    smsc.behaviour.answerDelayMs = late.answerDelayMs
    await room.accept(2)
    expect(await room.expectTruth()).toEqual({ delivered: 2 * membersCount, unconfirmed: 0 })
    const { rows } = await database.query(
      `select from journal where kind = 'message.unconfirmed' and subject_id = any($1::bigint[])`,
      [(await room.rows()).map(({ id }) => id)],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('whose answers are lost tells by its receipts what it took', async () => {
    const { smsc, proxy } = room
    await room.connect()
    await room.accept(1)
    await room.soon('some are under way', () => smsc.taken.length > 0)
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
  it('that are cut anywhere are whole at the phone or have no end there', async () => {
    const { smsc, proxy } = room
    await room.connect()
    for (let cut = 0; cut < 8; cut += 1) {
      await room.accept(1, 'All work and no play (#). '.repeat(35))
      const made = proxy.made()
      proxy.cutAfter(200 + Math.floor(Math.random() * 20_000), cut % 2 === 0 ? 'client' : 'server')
      const isCut = (): boolean => proxy.made() > made
      await room.soon('it is cut or done', async () => isCut() || (await outboxSize(database)) === 0)
    }
    proxy.cutAfter(Number.POSITIVE_INFINITY, 'client')
    proxy.cutAfter(Number.POSITIVE_INFINITY, 'server')
    await room.settled()
    const whole = wholeTexts(smsc.taken)
    const rows = await room.rows()
    const endings = new Set(['delivered', 'unconfirmed'])
    expect(rows.filter(({ status }) => !endings.has(status))).toEqual([])
    // Delivered is said only of what is whole at the phone.
    for (const [phone, mine] of Map.groupBy(rows, row => row.phone)) {
      const delivered = mine.filter(({ status }) => status === 'delivered').length
      expect(delivered, phone).toBeLessThanOrEqual(whole.get(phone) ?? 0)
    }
    expect(rows.filter(({ status }) => status === 'delivered').length).toBeGreaterThan(100)
  })
})

/** How many texts are whole at each phone. Of each that is not, the parts before the last that came are there. */
function wholeTexts(taken: FaultRoom['smsc']['taken']): Map<string, number> {
  const whole = new Map<string, number>()
  for (const [phone, messages] of Map.groupBy(taken, message => message.phone)) {
    // The reference in the header has eight bits: it comes again too soon to tell them apart by it.
    for (const [text, parts] of Map.groupBy(messages, ({ words }) => /\((\d+)\)/.exec(words)?.[1])) {
      const numbers = [...new Set(parts.map(({ part }) => part?.number ?? 0))].toSorted((a, b) => a - b)
      const expected = Array.from({ length: numbers.at(-1) ?? 0 }, (_, index) => index + 1)
      expect(numbers, `${phone} ${text}`).toEqual(expected)
      if (numbers.length === parts[0]?.part?.count) whole.set(phone, (whole.get(phone) ?? 0) + 1)
    }
  }
  return whole
}
