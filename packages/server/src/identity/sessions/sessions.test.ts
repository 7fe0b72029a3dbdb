import { appOperations, backgroundHeader } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdvisorApp, callApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { type SigningIn, sameOrigin, sessionOf, signingIn } from '../../../test/servers/app-sign-in.ts'
import { addPerson } from '../../../test/servers/sign-in-server.ts'
import { changeAdvisor } from '../people/change-advisor.ts'
import { createSessionGuard } from './create-session-guard.ts'
import { deleteExpiredSessions } from './delete-expired-sessions.ts'

let server: AdvisorApp
let person: Awaited<ReturnType<typeof addPerson>>
let signIn: SigningIn['signIn']
let me: SigningIn['me']

beforeAll(async () => {
  server = await startAdvisorApp()
  person = await addPerson(server.database)
  ;({ signIn, me } = signingIn(server, person))
})
afterAll(() => server.close())

describe('401: a session', () => {
  it('that is missing, unknown, or sent twice gives no access', async () => {
    const good = sessionOf(await signIn())
    for (const cookie of [
      undefined,
      '',
      'parley_app=',
      'parley_app=unknown',
      `${good}; ${good}`,
      `x${good}`,
    ]) {
      const { status, problem } = await me(cookie)
      expect([status, problem.code], cookie).toEqual([401, 'unauthorized'])
    }
  })

  it('ends with a sign-out, and the cookie is removed', async () => {
    const cookie = sessionOf(await signIn())
    const answer = await callApp(server.origin, cookie, appOperations.signOut)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toBe('parley_app=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
    expect((await me(cookie)).status).toBe(401)
  })

  it('ends twelve hours after the sign-in, or two hours after the last activity', async () => {
    const whole = sessionOf(await signIn())
    const idle = sessionOf(await signIn())
    const { rows } = await server.owner.query<{ id: number }>(
      'select id from app_session order by id desc limit 2',
    )
    const [idleId, wholeId] = rows.map(({ id }) => id)
    await server.owner.query(
      `update app_session set expires_at = now() - interval '1 second' where id = $1`,
      [wholeId],
    )
    await server.owner.query(
      `update app_session set used_at = now() - interval '119 minutes' where id = $1`,
      [idleId],
    )
    expect((await me(whole)).status).toBe(401)
    // Background requests of the app do not keep it alive.
    expect((await me(idle, { [backgroundHeader]: '1' })).status).toBe(200)
    await server.owner.query(
      `update app_session set used_at = used_at - interval '2 minutes' where id = $1`,
      [idleId],
    )
    expect((await me(idle)).status).toBe(401)
  })

  it('continues as long as it is used', async () => {
    const cookie = sessionOf(await signIn())
    const age = () =>
      server.owner.query(
        `update app_session set used_at = now() - interval '119 minutes' where id = (select max(id) from app_session)`,
      )
    for (let turn = 0; turn < 3; turn += 1) {
      await age()
      expect((await me(cookie)).status).toBe(200)
    }
    const { rows } = await server.owner.query<{ isFresh: boolean }>(
      `select used_at > now() - interval '1 minute' as "isFresh" from app_session order by id desc limit 1`,
    )
    expect(rows).toEqual([{ isFresh: true }])
  })

  it('ends, like all others, when the password is changed', async () => {
    const other = await addPerson(server.database)
    const enter = () => signIn({ fields: { email: other.email } }).then(sessionOf)
    const [one, two] = [await enter(), await enter()]
    await changeAdvisor(server.database, other.id, { password: 'another good password' })
    expect([(await me(one)).status, (await me(two)).status]).toEqual([401, 401])
  })

  it('is deleted when it has ended, and others are not', async () => {
    const cookie = sessionOf(await signIn())
    await server.owner.query(
      `insert into app_session (advisor_id, token_hash, expires_at)
      select $1, sha256(n::text::bytea), now() - interval '1 minute' from generate_series(1, 1500) as n`,
      [person.id],
    )
    expect(await deleteExpiredSessions(server.database)).toBeGreaterThanOrEqual(1_500)
    expect((await me(cookie)).status).toBe(200)
  })

  it('cannot be replaced by a partner’s token, nor the reverse', async () => {
    const cookie = sessionOf(await signIn())
    const partner = await fetch(`${server.origin}/v1/core/contact/groups`, {
      headers: { ...sameOrigin, cookie },
    })
    expect(partner.status).toBe(401)
    const bearer = { authorization: `Bearer ${cookie.split('=')[1]}`, 'x-api-key': 'any' }
    expect((await me(undefined, bearer)).status).toBe(401)
  })
})

describe('429: a session', () => {
  it('that sends more requests than a person could must wait, and works again a moment later', async () => {
    let nowMs = 1_000_000
    const clock = { epochMs: () => nowMs, monotonicMs: () => nowMs }
    const { database } = server
    const guard = createSessionGuard({ database, config: { publicOrigin: server.origin }, clock })
    const cookie = sessionOf(await signIn())
    const request = { method: 'GET', headers: { cookie }, routeOptions: { url: '/app/api/me' }, query: {} }
    const ask = () => guard.identifyAccount(request as unknown as FastifyRequest, 'getMe')
    for (let count = 0; count < 300; count += 1) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '1' } })
    nowMs += 1_000
    await ask()
  })
})
