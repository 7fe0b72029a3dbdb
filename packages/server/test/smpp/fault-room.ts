// An unreliable link to a carrier, with the worker's pipeline and a database at one end, and at the
// other a carrier that keeps its own record of accepted texts.
import { expect } from 'vitest'
import { createSmppCarrier, type SmppCarrier } from '../../src/carriers/smpp/create-smpp-carrier.ts'
import type { SmppSettings } from '../../src/carriers/smpp/settings.ts'
import { connectCarrier } from '../../src/delivery/running/connect-carrier.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { acceptTexts, createMembers, createSender, eventually, outboxSize } from '../carriers/texting.ts'
import { createTestDatabase } from '../database/database.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type ReceiptingSmsc, startReceiptingSmsc } from './receipting-smsc.ts'
import { credentials } from './scripted-smsc.ts'

/** Faults have their full length, and carriers the default timings. */
export const isFullLength: boolean = process.env['SMPP_FAULTS'] === 'full'
/** Maximum wait of a test. */
const patienceMs: number = 120_000
export const membersCount = 30
export const window = 20

export const shortTimings: NonNullable<SmppSettings['timings']> = {
  connectTimeoutMs: 1_000,
  answerTimeoutMs: 1_000,
  enquireLinkMs: 500,
  reconnectFirstMs: 20,
  reconnectMostMs: 100,
  throttleFirstMs: 50,
  throttleMostMs: 500,
}

/** Longer than any response timeout. */
const shortDoubtMs = 3_000

interface Row {
  readonly id: number
  readonly phone: string
  readonly text: string
  readonly status: string
  readonly isListed: boolean
}

interface WorkerOptions extends Partial<SmppSettings> {
  readonly doubtMs?: number
}

export interface FaultWorker {
  readonly isUp: () => boolean
  stop(): Promise<void>
}

export interface FaultRoom {
  readonly database: Database
  readonly smsc: ReceiptingSmsc
  readonly proxy: FaultProxy
  /** Whether every running worker has a link. */
  readonly isUp: () => boolean
  /** Starts another worker. Resolves when its link is up. */
  connect(options?: WorkerOptions): Promise<FaultWorker>
  /** Accepts this many texts to each member, each with its own number in place of # in the words. */
  accept(rounds: number, words?: string): Promise<void>
  soon(what: string, holds: () => boolean | Promise<boolean>): Promise<void>
  waiting(): Promise<number>
  /** Resolves when nothing waits any more and every receipt is acknowledged. */
  settled(): Promise<void>
  rows(): Promise<Row[]>
  /** Compares the database with the carrier's record. Returns how many texts ended in which state. */
  expectTruth(): Promise<{ readonly delivered: number; readonly unconfirmed: number }>
  close(): Promise<void>
}

/** Has its own database, because the next test's worker would send texts that a failed test leaves behind. */
export async function openFaultRoom(members = membersCount): Promise<FaultRoom> {
  const { database, drop } = await createTestDatabase()
  const smsc = await startReceiptingSmsc()
  const proxy = await startFaultProxy(smsc.port)
  const sender = await createSender(database)
  const memberIds = await createMembers(database, sender, members)
  const workers = new Set<FaultWorker>()
  let accepted = 0

  const soon: FaultRoom['soon'] = (what, holds) => eventually(what, holds, patienceMs)

  async function rows(): Promise<Row[]> {
    const found = await database.query<Row>(
      `select message.id, phone, text, status,
         coalesce(dead_letter.settled_at is null and ending is not null, false) as "isListed"
       from message_status as message left join dead_letter on dead_letter.message_id = message.id
       where message.advisor_id = $1 order by message.id`,
      [sender.advisorId],
    )
    return found.rows
  }

  /** How often the carrier accepted each text. */
  const countTaken = (): ((row: Row) => number) => {
    const counts = new Map<string, number>()
    for (const { phone, words } of smsc.taken) {
      const key = `${phone} ${words}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return ({ phone, text }) => counts.get(`${phone} ${text}`) ?? 0
  }

  async function settled(): Promise<void> {
    await soon('everything has left', async () => (await outboxSize(database)) === 0)
    await soon('all receipts are told', () => smsc.untold() === 0)
    // Receipts that arrived before their texts were known are settled once a second. Whatever is unsettled by then is
    // reported by the test.
    const isSettled = async (): Promise<boolean> => {
      const takenOf = countTaken()
      return (await rows()).every(
        row => row.status === 'delivered' || (row.status === 'unconfirmed' && takenOf(row) === 0),
      )
    }
    await eventually('all is settled', isSettled, 60_000).catch(() => {})
  }

  async function expectTruth() {
    await settled()
    const found = await rows()
    const takenOf = countTaken()
    expect(found).toHaveLength(accepted * members)
    // No text is sent twice, and every text that the carrier accepted is delivered, even if its response was lost.
    expect(found.filter(row => takenOf(row) > 1)).toEqual([])
    expect(found.filter(row => takenOf(row) === 1 && row.status !== 'delivered')).toEqual([])
    // Nothing is lost: texts that the carrier did not accept are listed as dead letters.
    const isListed = ({ status, isListed: listed }: Row): boolean => status === 'unconfirmed' && listed
    expect(found.filter(row => takenOf(row) === 0 && !isListed(row))).toEqual([])
    // Every recipient gets the texts in the order in which they were written.
    for (const [phone, messages] of Map.groupBy(smsc.taken, message => message.phone)) {
      const order = messages.map(({ words }) => Number(words.split(' ')[1]))
      expect(order, phone).toEqual(order.toSorted((one, other) => one - other))
    }
    const count = (wanted: string): number => found.filter(({ status }) => status === wanted).length
    return { delivered: count('delivered'), unconfirmed: count('unconfirmed') }
  }

  async function connect({
    doubtMs = isFullLength ? 30_000 : shortDoubtMs,
    timings,
    ...settings
  }: WorkerOptions = {}): Promise<FaultWorker> {
    const carrier: SmppCarrier = createSmppCarrier(
      {
        name: 'faulty',
        host: '127.0.0.1',
        port: proxy.port,
        ...credentials,
        window,
        ...settings,
        timings: { ...(isFullLength ? {} : shortTimings), ...timings },
      },
      { onTrouble: () => {}, onFailure: () => {} },
    )
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const connection = connectCarrier({ database, carrier, log, doubtMs })
    const worker: FaultWorker = {
      isUp: () => carrier.link === 'up',
      stop: () => {
        workers.delete(worker)
        return connection.stop()
      },
    }
    workers.add(worker)
    await soon('the link is up', worker.isUp)
    return worker
  }

  return {
    database,
    smsc,
    proxy,
    isUp: () => [...workers].every(worker => worker.isUp()),
    connect,
    soon,
    settled,
    rows,
    expectTruth,
    waiting: () => outboxSize(database),
    accept: async (rounds, words = '') => {
      for (let round = 0; round < rounds; round += 1) {
        const text = `text ${accepted} ${words.replaceAll('#', String(accepted))}`
        await acceptTexts(database, sender, memberIds, { text })
        accepted += 1
      }
    },
    close: async () => {
      await Promise.all([...workers].map(worker => worker.stop()))
      await proxy.close()
      await smsc.close()
      await drop()
    },
  }
}
