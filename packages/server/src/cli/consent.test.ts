// The commands for consent.
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { addColleague } from '../../test/people/book.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'
import { receiveText } from '../delivery/replies/receive-text.ts'
import { addAdvisor, addFirm, addTextingNumber } from '../identity/index.ts'
import { handOverBook } from '../texting/index.ts'

const { database, url } = await useTestDatabase()
const number = '+12025550100'

beforeAll(async () => {
  const firm = await addFirm(database, { name: 'Harbor Wealth' })
  const { id } = await addAdvisor(database, {
    firmId: firm.id,
    identifier: 'avery',
    name: 'Avery Quinn',
    email: 'avery@harbor.example',
    timeZone: 'America/New_York',
  })
  await addTextingNumber(database, { advisorId: id, number })
})

const run = (...args: string[]): Promise<Ended> => runCommand(['consent', ...args], { DATABASE_URL: url })

const reply = (phone: string, text: string) =>
  receiveText(database, 'test', {
    carrierMessageId: `${phone} ${text}`,
    from: phone,
    to: number,
    text,
    sentAt: new Date(),
  })

describe('parley consent', () => {
  it('records an opt-out made outside of texting, and shows it with its evidence', async () => {
    const phone = '+12025550148'
    const args = ['opt-out', phone, '--advisor', 'avery', '--note', 'Said so on the phone']
    const first = await run(...args, '--operator', 'Dana')
    expect(first.code).toBe(0)
    expect(first.output).toContain(`${phone} opted out.`)
    expect(first.output).toMatch(/1 .* revoked +none → opted out +Said so on the phone/)
    const again = await run(...args)
    expect(again.output).toContain(`${phone} was opted out already.`)
    const { rows } = await database.query(`select entry from journal_entry where kind = 'consent.revoked'`)
    expect(rows).toMatchObject([
      { entry: { actor: { kind: 'operator', name: 'Dana' }, facts: { phone, evidence: { note: args[5] } } } },
    ])
  })

  it('shows between the entries that the book was handed over, and to whom', async () => {
    const phone = '+12025550147'
    const [advisor] = (
      await database.query<{ id: number; firm_id: number }>('select id, firm_id from advisor')
    ).rows
    const advisorId = advisor?.id ?? 0
    const personId = await addColleague(database, advisor?.firm_id ?? 0, 'Blake Reed')
    await reply(phone, 'STOP')
    await handOverBook(
      database,
      { advisorId, personId, texts: 'keep' },
      { actor: { kind: 'operator', name: 'Dana' } },
    )
    await reply(phone, 'START')
    const { output } = await run('show', phone, '--advisor', 'avery')
    expect(output).toMatch(
      /revoked .*\n.* handed over +from Avery Quinn to Blake Reed, no notice\n.* restored .*/,
    )
    const json = JSON.parse(
      (await run('show', phone, '--advisor', 'avery', '--format', 'json')).output,
    ) as object
    expect(json).toMatchObject({
      ledger: [{ event: 'revoked' }, { event: 'restored' }],
      handovers: [{ formerName: 'Avery Quinn', name: 'Blake Reed', isTold: false }],
    })
  })

  it('a START sent before the opt-out does not undo it', async () => {
    const phone = '+12025550149'
    const sentAt = new Date(Date.now() - 60_000)
    await run('opt-out', phone, '--advisor', 'avery', '--note', 'A letter')
    await receiveText(database, 'test', {
      carrierMessageId: 'late',
      from: phone,
      to: number,
      text: 'START',
      sentAt,
    })
    expect((await run('show', phone, '--advisor', 'avery')).output).toContain('opted out')
    await reply(phone, 'START')
    expect((await run('show', phone, '--advisor', 'avery')).output).toContain('opted out → none')
  })

  it.each([
    ['a number that is not E.164', ['opt-out', '2025550148', '--advisor', 'avery', '--note', 'x'], 2],
    ['no word about how', ['opt-out', '+12025550148', '--advisor', 'avery', '--note', ' '], 2],
    ['a number that the advisor never had to do with', ['show', '+12025550177', '--advisor', 'avery'], 1],
  ])('refuses %s', async (_, args, code) => {
    expect((await run(...args)).code).toBe(code)
  })
})
