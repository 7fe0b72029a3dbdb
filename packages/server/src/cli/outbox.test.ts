// The operator's commands for texts in the outbox.
import { afterAll, expect, it } from 'vitest'
import { dispatchers } from '../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
  readTexts,
} from '../../test/carriers/texting.ts'
import { useTestDatabase } from '../../test/database/database.ts'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'

const { database, url } = await useTestDatabase()
const { dispatch, stopAll } = dispatchers(database)
afterAll(() => stopAll())

const run = (args: string): Promise<Ended> => runCommand(args.split(' '), { DATABASE_URL: url })

const json = async (args: string): Promise<unknown> => JSON.parse((await run(`${args} --format json`)).output)

it('lists texts that need attention and retries given-up ones, without showing any text', async () => {
  const sender = await createSender(database)
  const text = 'Nobody but the two of us'
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, 3), { text })
  const [refused = 0, unknown = 0, fine = 0] = ids
  expect((await run('outbox list')).output).toBe('No texts need attention.\n')
  expect(await json('outbox status')).toMatchObject({ waiting: 3, inFlight: 0, later: 0, deadLetters: 0 })

  let isWilling = false
  dispatch({
    doubtMs: 100,
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
  const found = (await json('outbox list')) as { readonly messageId: number }[]
  const listed = found.toSorted((one, other) => other.messageId - one.messageId)
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
    output: `Text ${refused} is queued again.\n`,
  })
  await eventually('it is taken', async () => (await outboxSize(database)) === 0)
  // Refused before and not yet delivered: the receipt will raise the status.
  expect(await readTexts(database, [refused])).toMatchObject([
    {
      status: 'failed',
      journal: ['message.accepted', 'message.failed', 'message.retried', 'message.submitted'],
    },
  ])
  expect(await json('outbox list')).toMatchObject([{ messageId: unknown }])
  expect(await run(`outbox retry ${refused}`)).toMatchObject({ code: 1 })
})

it('sets the pace of a number', async () => {
  const sender = await createSender(database)
  expect(await run(`number pace ${sender.number} 0.5`)).toEqual({
    code: 0,
    output: `Number ${sender.number} sends up to 0.5 texts per second.\n`,
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
})

it('holds and releases texts, and shows who did it and why', async () => {
  await stopAll()
  const sender = await createSender(database)
  await acceptTexts(database, sender, await createMembers(database, sender, 2))
  const { rows } = await database.query<{ identifier: string; firm_id: number }>(
    'select identifier, firm_id from advisor where id = $1',
    [sender.advisorId],
  )
  const [{ identifier, firm_id: firmId } = { identifier: '', firm_id: 0 }] = rows
  const reason = ['--reason', 'A complaint', '--operator', 'sam']
  const hold = (...args: string[]) => runCommand(['outbox', ...args], { DATABASE_URL: url })
  expect((await hold('hold', '--advisor', identifier, ...reason)).output).toMatch(/^An advisor is on hold\./)
  expect(await hold('hold', '--firm', String(firmId), ...reason)).toMatchObject({ code: 0 })
  expect(await json('outbox status')).toMatchObject({ waiting: 0, held: 2 })
  expect(await json('outbox holds')).toMatchObject([
    { kind: 'advisor', id: identifier, reason: 'A complaint', placedBy: 'sam', texts: 2 },
    { kind: 'firm', id: String(firmId), reason: 'A complaint', placedBy: 'sam', texts: 2 },
  ])
  expect((await run('outbox holds')).output).toMatch(
    /^WHAT +ID +NAME +TEXTS +DISABLED +REASON +BY +SINCE\nadvisor .* 2 +no +A complaint +sam /,
  )
  expect(await hold('release', '--advisor', identifier)).toMatchObject({ code: 0 })
  expect(await json('outbox status')).toMatchObject({ held: 2 })
  expect(await hold('release', '--firm', String(firmId))).toMatchObject({ code: 0 })
  expect(await json('outbox status')).toMatchObject({ held: 0 })
  expect(await run('outbox holds')).toEqual({ code: 0, output: 'Nothing is on hold.\n' })
  for (const wrong of [
    ['release', '--advisor', identifier],
    ['hold', '--reason', 'Nobody'],
    ['hold', '--advisor', identifier, '--firm', String(firmId), ...reason],
  ]) {
    expect((await hold(...wrong)).code).not.toBe(0)
  }
})

it('drops held texts, and only those', async () => {
  const sender = await createSender(database)
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, 2))
  const { rows } = await database.query<{ identifier: string }>(
    'select identifier from advisor where id = $1',
    [sender.advisorId],
  )
  const identifier = rows[0]?.identifier ?? ''
  const discard = (...args: string[]) =>
    runCommand(['outbox', 'drop', '--reason', 'Taken over', '--operator', 'sam', ...args], {
      DATABASE_URL: url,
    })
  expect(await discard('--advisor', identifier)).toEqual({
    code: 1,
    output: 'An advisor is neither on hold nor disabled.\n',
  })
  expect(await run(`advisor disable ${identifier}`)).toMatchObject({ code: 0 })
  expect(await discard('--advisor', identifier)).toEqual({
    code: 0,
    output: '2 texts of An advisor ended as failed.\n',
  })
  expect(JSON.parse((await discard('--advisor', identifier, '--format', 'json')).output)).toMatchObject({
    kind: 'advisor',
    dropped: 0,
    claimed: 0,
  })
  expect(await readTexts(database, ids)).toMatchObject([
    { status: 'failed', reason: 'dropped_by_operator' },
    { status: 'failed', reason: 'dropped_by_operator' },
  ])
  expect((await discard()).code).not.toBe(0)
})
