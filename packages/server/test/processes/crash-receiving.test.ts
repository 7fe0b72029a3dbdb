// kill -9 of the worker while replies and receipts arrive. CRASHES=50 runs the full number of kills.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '../../src/platform/db/in-transaction.ts'
import { writeFromHandset } from '../../src/simulator/index.ts'
import { acceptTexts, createMembers, createSender, expectOneStory } from '../carriers/texting.ts'
import { useTestDatabase } from '../database/database.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'

const { database, url } = await useTestDatabase()

const kills = Number(process.env['CRASHES'] ?? 4)

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await database.query(sql, values)).rows

it(`no reply and no receipt is lost or counted twice while the worker is killed ${kills} times`, async () => {
  const simulatorPort = String(await freePort())
  const simulator = parley(['simulator'], { DATABASE_URL: url, SIMULATOR_PORT: simulatorPort })
  await simulator.printed(/Simulator listening/)
  const start = async () => {
    const worker = parley(['worker'], {
      DATABASE_URL: url,
      WORKER_PORT: '0',
      SIMULATOR_URL: `tcp://127.0.0.1:${simulatorPort}`,
    })
    await listening(worker)
    return worker
  }
  const sender = await createSender(database)
  const members = await createMembers(database, sender, 60)
  const phones = (
    await rowsOf('select phone from member where advisor_id = $1 order by id', sender.advisorId)
  ).map(({ phone }) => String(phone))
  const written: string[] = []
  let texts = 0

  let worker = await start()
  for (let kill = 0; kill < kills; kill += 1) {
    // Recipients who have not opted out are texted; receipts arrive a tenth of a second later, replies all the time.
    const willing = members.slice(kills)
    texts += (await acceptTexts(database, sender, willing)).length
    for (let index = 0; index < 20; index += 1) {
      const phone = phones[kills + ((kill * 20 + index) % (phones.length - kills))] as string
      const text = `Reply ${kill} ${index}`
      await inTransaction(database, tx => writeFromHandset(tx, { phone, number: sender.number, text }))
      written.push(text)
    }
    await inTransaction(database, tx =>
      writeFromHandset(tx, {
        phone: phones[kill % kills] as string,
        number: sender.number,
        text: 'STOP',
      }),
    )
    await sleep(Math.random() * 400)
    worker.child.kill('SIGKILL')
    await worker.exited()
    worker = await start()
  }
  // An attempt that died with its worker is looked up when its lease of 30 s has ended.
  await vi.waitFor(
    async () => {
      const [open] = await rowsOf(
        `select (select count(*)::integer from outbox) as waiting,
           (select count(*)::integer from message_status where direction = 'out' and status <> 'delivered') as undelivered,
           (select count(*)::integer from simulator_event) as events`,
      )
      expect(open).toEqual({ waiting: 0, undelivered: 0, events: 0 })
    },
    { timeout: 480_000, interval: 500 },
  )
  worker.child.kill('SIGTERM')
  await worker.exited()
  simulator.child.kill('SIGTERM')
  await simulator.exited()

  const received = await rowsOf(
    `select text from message where direction = 'in' and text <> 'STOP' order by text`,
  )
  expect(received.map(({ text }) => text)).toEqual(written.toSorted())
  const stopped = await rowsOf(
    `select count(*)::integer as stops,
       (select count(*)::integer from consent_event where event = 'revoked') as revoked,
       (select count(*)::integer from message where kind = 'stop_confirmation') as confirmations
     from member where consent = 'opted_out'`,
  )
  expect(stopped).toEqual([{ stops: kills, revoked: kills, confirmations: kills }])
  // The carrier took each text once, and each step of each text is in the journal once.
  expect(
    await rowsOf(`select count(*)::integer as taken from simulator_text where reference is not null`),
  ).toEqual([{ taken: texts + kills }])
  expect(
    await rowsOf(
      `select kind, subject_id from journal where kind like 'message.%' group by 1, 2 having count(*) > 1`,
    ),
  ).toEqual([])
  expect(
    await rowsOf(`select count(*)::integer as delivered from journal where kind = 'message.delivered'`),
  ).toEqual([{ delivered: texts + kills }])
  await expectOneStory(database)
}, 1_800_000)
