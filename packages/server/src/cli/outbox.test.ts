// The operator's commands for texts on their way, each as a process of its own.
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { dispatchers } from '../../test/dispatchers.ts'
import { parley } from '../../test/process.ts'
import { createScriptedCarrier } from '../../test/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
  readTexts,
} from '../../test/texting.ts'

const { database, url, drop } = await createTestDatabase()
const { dispatch, stopAll } = dispatchers(database)
afterAll(async () => {
  await stopAll()
  await drop()
})

async function run(args: string): Promise<{ code: number | null; output: string }> {
  const command = parley(args.split(' '), { DATABASE_URL: url })
  return { code: await command.exited(), output: command.output() }
}

const json = async (args: string): Promise<unknown> => JSON.parse((await run(`${args} --format json`)).output)

it('lists what needs a person and puts back what was given up, never showing a text', async () => {
  const sender = await createSender(database)
  const text = 'Nobody but the two of us'
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, 3), { text })
  const [refused = 0, unknown = 0, fine = 0] = ids
  expect((await run('outbox list')).output).toBe('No text needs a person.\n')
  expect(await json('outbox status')).toMatchObject({ waiting: 3, inFlight: 0, later: 0, deadLetters: 0 })

  let isWilling = false
  dispatch({
    carrier: createScriptedCarrier({
      answer: ({ reference }) => {
        if (reference === String(refused)) return isWilling ? 'accepted' : 'rejected'
        return reference === String(unknown) ? 'unknown' : 'accepted'
      },
    }),
  })
  await eventually('all have ended', async () => {
    await database.query('update outbox set due_at = now() where lease_until is null')
    return (await outboxSize(database)) === 0
  })
  const listed = (await json('outbox list')) as object[]
  expect(listed).toHaveLength(2)
  expect(listed).toMatchObject([
    { messageId: unknown, ending: 'unconfirmed', reason: 'no_answer', attempts: 1, number: sender.number },
    { messageId: refused, ending: 'failed', reason: 'other', attempts: 6, phone: '+13000000001' },
  ])
  const { output } = await run('outbox list')
  expect(output).toMatch(/^MESSAGE +ADVISOR +FROM +TO +ENDING +REASON +ATTEMPTS +SINCE +AGE\n/)
  expect(output + JSON.stringify(listed)).not.toContain(text)

  const [unconfirmed, submitted] = await Promise.all([
    run(`outbox retry ${unknown}`),
    run(`outbox retry ${fine}`),
  ])
  expect(unconfirmed).toEqual({
    code: 2,
    output: 'The recipient may have this text already, so it is not sent again.\n',
  })
  expect(submitted).toEqual({ code: 1, output: `There is no open dead letter ${fine}.\n` })

  isWilling = true
  expect(await run(`outbox retry ${refused}`)).toEqual({
    code: 0,
    output: `The text ${refused} is on its way again.\n`,
  })
  await eventually('it is taken', async () => (await outboxSize(database)) === 0)
  // Refused before and not yet delivered: the status climbs with the receipt.
  expect(await readTexts(database, [refused])).toMatchObject([
    {
      status: 'failed',
      journal: ['message.accepted', 'message.failed', 'message.retried', 'message.submitted'],
    },
  ])
  expect(await json('outbox list')).toMatchObject([{ messageId: unknown }])
  expect(await run(`outbox retry ${refused}`)).toMatchObject({ code: 1 })
}, 60_000)

it('sets the pace of a number', async () => {
  const sender = await createSender(database)
  expect(await run(`number pace ${sender.number} 0.5`)).toEqual({
    code: 0,
    output: `The number ${sender.number} sends up to 0.5 texts per second.\n`,
  })
  const { rows } = await database.query('select texts_per_second from lane where number = $1', [
    sender.number,
  ])
  expect(rows).toEqual([{ texts_per_second: 0.5 }])
  const [tooFast, unknown, noNumber] = await Promise.all([
    run(`number pace ${sender.number} 5000`),
    run('number pace +12025550199 1'),
    run(`number pace ${sender.number} fast`),
  ])
  expect(tooFast).toEqual({ code: 2, output: 'The pace must be from 0.01 to 1000 texts per second.\n' })
  expect(unknown).toMatchObject({ code: 1 })
  expect(noNumber).toMatchObject({ code: 2 })
}, 30_000)
