// An authenticator app as a second factor: set up in the settings, asked for beside the password, used once.
import { appBase, appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authenticatorOf, setUpFactor } from '../../../test/people/authenticator.ts'
import { type AdvisorApp, callApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { addPerson, FormBrowser, password, tokenOf } from '../../../test/servers/sign-in-server.ts'
import { changeAdvisor } from '../people/change-advisor.ts'
import { startSession } from '../sessions/start-session.ts'

let server: AdvisorApp
let person: Awaited<ReturnType<typeof addPerson>>
let client: Awaited<ReturnType<AdvisorApp['signIn']>>

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.query('delete from sign_in_failure')
  person = await addPerson(server.database)
  client = await server.signIn(person.id)
})

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
const kindsOf = async () =>
  (
    await server.database.query<{ kind: string }>(
      `select kind from journal where advisor_id = $1 and kind like 'second_factor.%' order by id`,
      [person.id],
    )
  ).rows.map(({ kind }) => kind)

function newBrowser(): FormBrowser {
  const [app] = server.apps
  if (!app) throw new Error('no server')
  return new FormBrowser({ app }, '127.0.0.1')
}

/** A browser that has given the right password. */
async function knowPassword() {
  const browser = newBrowser()
  const page = await browser.open('/app/sign-in?to=%2Fapp%2Fcontacts')
  const token = tokenOf(page)
  const post = (path: string, fields: Record<string, string>) =>
    browser.send('POST', path, own, new URLSearchParams({ token, ...fields }).toString())
  const answer = await post('/app/sign-in?to=%2Fapp%2Fcontacts', { email: person.email, password })
  const give = (fields: Record<string, string>) => post('/app/sign-in/code?to=%2Fapp%2Fcontacts', fields)
  return { browser, answer, give }
}

const cookieOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  [answer.headers['set-cookie']]
    .flat()
    .map(line => String(line).split(';')[0])
    .find(pair => pair?.startsWith('parley_app=')) ?? ''

describe('in the settings', () => {
  it('is set up with a code; other sessions end and this one goes on', async () => {
    const other = await server.signIn(person.id)
    expect(await client.ok(appOperations.getSecondFactor)).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    })
    const { recoveryCodes } = await setUpFactor(client)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    expect(await client.ok(appOperations.getSecondFactor)).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    })
    expect((await other.call(appOperations.getMe)).status).toBe(401)
    expect((await client.call(appOperations.getMe)).status).toBe(200)
    expect(await kindsOf()).toEqual(['second_factor.added'])
  })

  it('keeps nothing readable: neither secret nor recovery codes, in no table and no entry', async () => {
    const { setup, key } = await client.ok(appOperations.startSecondFactor)
    const body = { setup, code: authenticatorOf(key).code() }
    const { recoveryCodes } = await client.ok(appOperations.addSecondFactor, { body })
    const { rows } = await server.owner.query<{ text: string }>(
      `select second_factor::text || coalesce((select string_agg(recovery_code::text, ' ') from recovery_code), '')
         || coalesce((select string_agg(entry::text, ' ') from journal_entry), '') as text from second_factor`,
    )
    const stored = JSON.stringify(rows).toLowerCase()
    for (const secret of [
      key.replaceAll(' ', ''),
      setup,
      ...recoveryCodes,
      ...recoveryCodes.map(each => each.replaceAll('-', '')),
    ]) {
      expect(stored).not.toContain(secret.toLowerCase())
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('refuses a wrong code, a setup of somebody else, and a second app', async () => {
    const { setup, key } = await client.ok(appOperations.startSecondFactor)
    const add = (body: object, who = client) => who.call(appOperations.addSecondFactor, { body })
    expect((await add({ setup, code: authenticatorOf(key).wrongCode() })).status).toBe(400)
    const stranger = await server.signIn((await addPerson(server.database)).id)
    expect((await add({ setup, code: authenticatorOf(key).code() }, stranger)).status).toBe(409)
    expect((await add({ setup, code: authenticatorOf(key).code() })).status).toBe(200)
    const second = await client.ok(appOperations.startSecondFactor)
    expect((await add({ setup: second.setup, code: authenticatorOf(second.key).code() })).status).toBe(409)
  })

  it('403: changes only soon after a sign-in', async () => {
    await server.owner.query(`update app_session set signed_in_at = now() - interval '11 minutes'`)
    for (const answer of [
      await client.call(appOperations.startSecondFactor),
      await client.call(appOperations.addSecondFactor, { body: { setup: 'x', code: '123456' } }),
      await client.call(appOperations.removeSecondFactor),
    ]) {
      expect([answer.status, answer.problem.details]).toEqual([403, { signInAgain: true }])
    }
  })

  it('is removed with its recovery codes, and the password alone signs in again', async () => {
    await setUpFactor(client)
    expect((await client.call(appOperations.removeSecondFactor)).status).toBe(204)
    expect((await client.call(appOperations.removeSecondFactor)).status).toBe(404)
    const { rows } = await server.database.query('select from recovery_code where person_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([])
    const { answer } = await knowPassword()
    expect(cookieOf(answer)).not.toBe('')
    expect(await kindsOf()).toEqual(['second_factor.added', 'second_factor.removed'])
  })
})

describe('signing in to the app', () => {
  it('asks for a code after the password, and leads to the page that was wanted', async () => {
    const { authenticator } = await setUpFactor(client)
    const { browser, answer, give } = await knowPassword()
    expect([answer.status, answer.location]).toEqual([303, '/app/sign-in/code?to=%2Fapp%2Fcontacts'])
    expect((await browser.follow(answer)).body).toContain('Enter your code')
    const wrong = await give({ code: authenticator.wrongCode() })
    expect([wrong.status, cookieOf(wrong)]).toEqual([422, ''])
    const entered = await give({
      code: `${authenticator.code().slice(0, 3)} ${authenticator.code().slice(3)}`,
    })
    expect([entered.status, entered.location]).toEqual([303, '/app/contacts'])
    expect((await callApp(server.origin, cookieOf(entered), appOperations.getMe)).status).toBe(200)
  })

  it('with the password alone reaches nothing: no operation, no page, no live updates', async () => {
    await setUpFactor(client)
    const { browser, answer } = await knowPassword()
    expect(cookieOf(answer)).toBe('')
    for (const { id, method, path } of [
      ...Object.values(appOperations),
      ...Object.values(sharedOperations),
    ]) {
      const url = `${appBase}${path.replace(/\{\w+\}/g, '1')}`
      const { status } = await browser.send(method as 'GET', url, { 'sec-fetch-site': 'same-origin' })
      expect([id, status]).toEqual([id, 401])
    }
    expect((await browser.send('GET', `${appBase}/events`, own)).status).toBe(401)
    await expect(startSession(server.database, { personId: person.id })).rejects.toThrow('second factor')
  })

  it('takes a code once, also in two browsers at the same time, and none that is older than the last', async () => {
    const { authenticator } = await setUpFactor(client)
    const browsers = await Promise.all([knowPassword(), knowPassword(), knowPassword()])
    const code = authenticator.code()
    const answers = await Promise.all(browsers.map(({ give }) => give({ code })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 422, 422])
    const late = await knowPassword()
    expect((await late.give({ code: authenticator.code(-1) })).status).toBe(422)
    expect((await late.give({ code })).status).toBe(422)
    expect((await late.give({ code: authenticator.code(1) })).status).toBe(303)
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await setUpFactor(client)
    const [first = '', second = ''] = recoveryCodes
    const { give } = await knowPassword()
    expect((await give({ recoveryCode: ` ${first.toUpperCase().replaceAll('-', ' ')}` })).status).toBe(303)
    const again = await knowPassword()
    expect((await again.give({ recoveryCode: first })).status).toBe(422)
    const stranger = await addPerson(server.database)
    const theirs = await setUpFactor(await server.signIn(stranger.id))
    expect((await again.give({ recoveryCode: theirs.recoveryCodes[0] ?? '' })).status).toBe(422)
    expect((await again.give({ recoveryCode: second })).status).toBe(303)
    const { rows } = await server.database.query<{ left: number }>(
      'select count(*) as left from recovery_code where person_id = $1 and used_at is null',
      [person.id],
    )
    expect(rows).toEqual([{ left: 8 }])
    expect((await kindsOf()).slice(1)).toEqual(Array(2).fill('second_factor.recovery_code_used'))
  })

  it('429: limits attempts, and a right password gives no fresh start', async () => {
    const { authenticator } = await setUpFactor(client)
    const { give } = await knowPassword()
    expect((await give({ code: authenticator.wrongCode() })).status).toBe(422)
    await server.owner.query(
      'update sign_in_failure set failures = 15, last_failed_at = now() where advisor_id = $1',
      [person.id],
    )
    await server.owner.query('update sign_in_failure set failures = 0 where advisor_id is null')
    const slowed = await give({ code: authenticator.code() })
    expect([slowed.status, slowed.body.includes('There were too many attempts.')]).toEqual([429, true])
    const again = await knowPassword()
    expect((await again.give({ code: authenticator.code() })).status).toBe(429)
  })

  it('is void when the password changes between the steps', async () => {
    const { authenticator } = await setUpFactor(client)
    const { give } = await knowPassword()
    await changeAdvisor(server.database, person.id, { password: 'another horse, another battery' })
    const answer = await give({ code: authenticator.code() })
    expect([cookieOf(answer), answer.location]).toEqual(['', '/app/sign-in?to=%2Fapp%2Fcontacts'])
  })

  it('takes no code without the password', async () => {
    const { authenticator } = await setUpFactor(client)
    const browser = newBrowser()
    const token = tokenOf(await browser.open('/app/sign-in'))
    const body = new URLSearchParams({ token, code: authenticator.code() }).toString()
    const answer = await browser.send('POST', '/app/sign-in/code', own, body)
    expect([cookieOf(answer), answer.location]).toEqual(['', '/app/sign-in?to=%2Fapp'])
  })
})
