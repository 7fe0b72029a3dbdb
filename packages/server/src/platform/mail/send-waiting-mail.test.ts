// Mail is written with the fact it tells, sent once, tried again, and given up in the end.
import { afterEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { enqueueMail } from './enqueue-mail.ts'
import type { Mail, Mailer, MailOutcome } from './mailer.ts'
import { sendWaitingMail } from './send-waiting-mail.ts'

const { database } = await useTestDatabase()
const minuteMs = 60_000

const clock = { now: Date.parse('2026-11-15T10:00:00Z') }
const sent: Mail[] = []
const warnings: object[] = []
let outcome: MailOutcome = { kind: 'sent' }
const mailer: Mailer = {
  send: async mail => {
    sent.push(mail)
    return outcome
  },
}

const round = (used: Mailer | 'none' = mailer): Promise<void> =>
  sendWaitingMail({
    database,
    mailer: used === 'none' ? undefined : used,
    host: 'parley.test',
    warn: (fields, message) => warnings.push({ ...fields, message }),
    now: () => clock.now,
  })

const enqueue = (lifeSeconds = 86_400): Promise<void> =>
  inTransaction(database, tx =>
    enqueueMail(tx, {
      purpose: 'test',
      recipient: 'canary@partner.test',
      subject: 'Canary-Subject',
      body: 'Canary-Body',
      lifeSeconds,
      now: new Date(clock.now),
    }),
  )

const rows = async (): Promise<object[]> =>
  (await database.query<object>('select outcome, failure, body, attempts from mail order by id')).rows

afterEach(async () => {
  await database.query('delete from mail')
  sent.length = 0
  warnings.length = 0
  outcome = { kind: 'sent' }
})

describe('mail', () => {
  it('is sent once, with a message id of its own, and its text is forgotten', async () => {
    await enqueue()
    await Promise.all([round(), round(), round()])
    await round()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.messageId).toMatch(/^<mail-\d+@parley\.test>$/)
    expect(await rows()).toEqual([{ outcome: 'sent', failure: null, body: null, attempts: 1 }])
  })

  it('of a transaction that is rolled back is not sent', async () => {
    const rolledBack = inTransaction(database, async tx => {
      await enqueueMail(tx, {
        purpose: 'test',
        recipient: 'a@b.test',
        subject: 's',
        body: 'b',
        lifeSeconds: 60,
        now: new Date(clock.now),
      })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await round()
    expect(sent).toEqual([])
  })

  it('that failed is tried again later and later, until it expires', async () => {
    outcome = { kind: 'failed', failure: 'EENVELOPE 451' }
    await enqueue()
    const attemptsAfter: number[] = []
    for (let minutes = 0; minutes <= 25 * 60; minutes += 1) {
      const before = sent.length
      await round()
      if (sent.length > before) attemptsAfter.push(minutes)
      clock.now += minuteMs
    }
    expect(attemptsAfter).toEqual([0, 1, 6, 36, 156, 456, 816, 1_176])
    expect(await rows()).toEqual([{ outcome: 'expired', failure: 'EENVELOPE 451', body: null, attempts: 8 }])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
    expect(warnings.at(-1)).toEqual({ mails: 1, purposes: ['test'], message: 'mail was given up' })
    expect(JSON.stringify(warnings)).not.toMatch(/canary/i)
  })

  it('that was refused is not tried again', async () => {
    outcome = { kind: 'refused', failure: 'EENVELOPE 550' }
    await enqueue()
    await round()
    clock.now += 60 * minuteMs
    await round()
    expect(sent).toHaveLength(1)
    expect(await rows()).toEqual([{ outcome: 'refused', failure: 'EENVELOPE 550', body: null, attempts: 1 }])
    expect(JSON.stringify(warnings)).not.toMatch(/canary/i)
  })

  it('that a dead worker had claimed is sent by another after a minute, with the same message id', async () => {
    await enqueue()
    const dies: Mailer = { send: mail => (sent.push(mail), Promise.reject(new Error('killed'))) }
    await expect(round(dies)).rejects.toThrow('killed')
    clock.now += minuteMs - 1
    await round()
    expect(sent).toHaveLength(1)
    clock.now += 1
    await round()
    await round()
    expect(sent).toHaveLength(2)
    expect(sent[0]?.messageId).toBe(sent[1]?.messageId)
  })

  it('waits without a mail server, and expires in silence', async () => {
    await enqueue(60)
    await round('none')
    expect(await rows()).toMatchObject([{ outcome: null, body: 'Canary-Body' }])
    clock.now += 2 * minuteMs
    await round('none')
    expect(warnings).toEqual([])
    expect(await rows()).toMatchObject([{ outcome: 'expired', body: null }])
    await round()
    expect(sent).toEqual([])
  })
})

it('an address or a subject with a line break is refused by the database', async () => {
  for (const [recipient, subject] of [
    ['a@b.test\r\nBcc: c@d.test', 's'],
    ['a@b.test,c@d.test', 's'],
    ['a@b.test', 's\r\nBcc: c@d.test'],
  ] as const) {
    const written = inTransaction(database, tx =>
      enqueueMail(tx, { purpose: 'test', recipient, subject, body: 'b', lifeSeconds: 60 }),
    )
    await expect(written).rejects.toThrow(/recipient_is_an_address|subject_is_a_line/)
  }
})
