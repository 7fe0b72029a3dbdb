import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { guardSettings } from '../../../test/guard.ts'
import { addPerson, password } from '../../../test/sign-in-server.ts'
import { createApp } from '../../app.ts'
import { createLogger } from '../../telemetry/logger.ts'

it('over https the cookies of the app are this host’s alone, and stay off plain http', async () => {
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
    expect.stringMatching(/^__Host-parley_app_sign_in=; Max-Age=0;/),
  ])
  await app.close()
  await drop()
})
