import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { guardSettings } from '../../../test/servers/guard.ts'
import { addPerson, password } from '../../../test/servers/sign-in-server.ts'
import { createApp } from '../../app.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'

it('over https the app’s cookies are limited to this host and never sent over plain http', async () => {
  const { database, drop } = await createTestDatabase()
  const app = await createApp({
    config: { ...guardSettings, cell: 1, trustedProxies: [], secretKey: Buffer.alloc(32, 1) },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })
  const { email } = await addPerson(database)
  const host = { host: 'parley.test' }
  const page = await app.inject({ url: '/app/sign-in', headers: host })
  const [shown] = [page.headers['set-cookie']].flat()
  expect(shown).toMatch(/^__Host-parley_app_sign_in=[\w-]{22}; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
  for (const url of [
    '/healthz',
    '/nowhere',
    '/v1/core/contact/contacts',
    '/oauth/auth',
    '/oauth/jwks',
    '/openapi.json',
  ]) {
    expect((await app.inject({ url, headers: host })).headers['strict-transport-security'], url).toBe(
      'max-age=31536000',
    )
  }
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const answer = await app.inject({
    method: 'POST',
    url: '/app/sign-in',
    headers: {
      ...host,
      'content-type': 'application/x-www-form-urlencoded',
      origin: guardSettings.publicOrigin,
      cookie: shown?.split(';')[0] ?? '',
    },
    payload: new URLSearchParams({ token, email, password }).toString(),
  })
  expect(answer.statusCode).toBe(303)
  const cookies = [answer.headers['set-cookie']].flat()
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-parley_app=[\w-]{43}; .*; HttpOnly; SameSite=Strict; Secure$/),
    expect.stringMatching(
      /^__Host-parley_device=[\w.-]{45}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
    expect.stringMatching(/^__Host-parley_app_sign_in=; Max-Age=0;/),
  ])
  await app.close()
  await drop()
})
