// A line to a carrier that breaks in every way it can, the worker's pipeline with a database at one end of it, and at the
// other a carrier that remembers by itself what it took.
import { expect } from 'vitest'
import { createSmppCarrier, type SmppCarrier } from '../../src/carriers/smpp/create-smpp-carrier.ts'
import type { SmppSettings } from '../../src/carriers/smpp/settings.ts'
import type { Database } from '../../src/db/pool.ts'
import { connectCarrier } from '../../src/texting/connect-carrier.ts'
import { acceptTexts, createMembers, createSender, eventually, outboxSize } from '../texting.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type ReceiptingSmsc, startReceiptingSmsc } from './receipting-smsc.ts'
import { credentials } from './scripted-smsc.ts'

/** Every fault lasts as long as was promised, and a carrier is given the times that it is given by default. */
export const isFullLength: boolean = process.env['SMPP_FAULTS'] === 'full'
/** What a test may wait for, at most. */
const patienceMs: number = isFullLength ? 120_000 : 30_000
export const membersCount = 30
export const window = 20

const shortTimings: NonNullable<SmppSettings['timings']> = {
  connectTimeoutMs: 1_000,
  answerTimeoutMs: 1_000,
  enquireLinkMs: 500,
  reconnectFirstMs: 20,
  reconnectMostMs: 100,
  throttleFirstMs: 50,
  throttleMostMs: 500,
}

interface Row {
  readonly id: number
  readonly phone: string
  readonly text: string
  readonly status: string
  readonly isListed: boolean
}

export interface FaultRoom {
  readonly smsc: ReceiptingSmsc
  readonly proxy: FaultProxy
  readonly isUp: () => boolean
  connect(settings?: Partial<SmppSettings>): Promise<void>
  /** So many texts to each member, each with a number of its own in its words, also where these have a #. */
  accept(rounds: number, words?: string): Promise<void>
  soon(what: string, holds: () => boolean | Promise<boolean>): Promise<void>
  /** Nothing waits any more, and every receipt is told. */
  settled(): Promise<void>
  rows(): Promise<Row[]>
  /** Holds what the database says against what the carrier took. Answers how many ended in which way. */
  expectTruth(): Promise<{ readonly delivered: number; readonly unconfirmed: number }>
  close(): Promise<void>
}

export async function openFaultRoom(database: Database): Promise<FaultRoom> {
  const smsc = await startReceiptingSmsc()
  const proxy = await startFaultProxy(smsc.port)
  const sender = await createSender(database)
  const members = await createMembers(database, sender, membersCount)
  let carrier: SmppCarrier | undefined
  let connection: ReturnType<typeof connectCarrier> | undefined
  let accepted = 0

  const soon: FaultRoom['soon'] = (what, holds) => eventually(what, holds, patienceMs)
  const isUp = (): boolean => carrier?.link === 'up'

  async function rows(): Promise<Row[]> {
    const found = await database.query<Row>(
      `select message.id, phone, text, status,
         coalesce(dead_letter.settled_at is null and ending is not null, false) as "isListed"
       from message left join dead_letter on dead_letter.message_id = message.id
       where message.advisor_id = $1 order by message.id`,
      [sender.advisorId],
    )
    return found.rows
  }

  async function settled(): Promise<void> {
    await soon('everything has left', async () => (await outboxSize(database)) === 0)
    await soon('all receipts are told', () => smsc.untold() === 0)
    // Those of texts that were not known by their ids are put where they belong once a second. What is not by then is
    // for the test to find.
    const isSettled = async (): Promise<boolean> =>
      (await rows()).every(
        row => row.status === 'delivered' || (row.status === 'unconfirmed' && takenOf(row) === 0),
      )
    await eventually('all is settled', isSettled, 10_000).catch(() => {})
  }

  const takenOf = ({ phone, text }: Row): number =>
    smsc.taken.filter(message => message.phone === phone && message.words === text).length

  async function expectTruth() {
    await settled()
    const found = await rows()
    expect(found).toHaveLength(accepted * membersCount)
    // Nobody gets a text twice, and what the carrier took is known to be delivered, also where its answer was lost.
    expect(found.filter(row => takenOf(row) > 1)).toEqual([])
    expect(found.filter(row => takenOf(row) === 1 && row.status !== 'delivered')).toEqual([])
    // Nothing is lost: what the carrier did not take is on the list of those that need a person.
    const isListed = ({ status, isListed: listed }: Row): boolean => status === 'unconfirmed' && listed
    expect(found.filter(row => takenOf(row) === 0 && !isListed(row))).toEqual([])
    // Nobody gets texts in another order than they were written in.
    for (const [phone, messages] of Map.groupBy(smsc.taken, message => message.phone)) {
      const order = messages.map(({ words }) => Number(words.split(' ')[1]))
      expect(order, phone).toEqual(order.toSorted((one, other) => one - other))
    }
    const count = (wanted: string): number => found.filter(({ status }) => status === wanted).length
    return { delivered: count('delivered'), unconfirmed: count('unconfirmed') }
  }

  return {
    smsc,
    proxy,
    isUp,
    soon,
    settled,
    rows,
    expectTruth,
    connect: async (settings = {}) => {
      const { timings, ...others } = settings
      carrier = createSmppCarrier(
        {
          name: 'faulty',
          host: '127.0.0.1',
          port: proxy.port,
          ...credentials,
          window,
          ...others,
          timings: { ...(isFullLength ? {} : shortTimings), ...timings },
        },
        { onTrouble: () => {}, onFailure: () => {} },
      )
      const log = { info: () => {}, warn: () => {}, error: () => {} }
      connection = connectCarrier({ database, carrier, log })
      await soon('the link is up', isUp)
    },
    accept: async (rounds, words = '') => {
      for (let round = 0; round < rounds; round += 1) {
        const text = `text ${accepted} ${words.replaceAll('#', String(accepted))}`
        await acceptTexts(database, sender, members, { text })
        accepted += 1
      }
    },
    close: async () => {
      await connection?.stop()
      await proxy.close()
      await smsc.close()
    },
  }
}
