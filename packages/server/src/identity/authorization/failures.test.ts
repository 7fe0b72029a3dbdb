import { connect, createServer, type Server, type Socket } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import {
  authorizationUrl,
  createPartner,
  exchange,
  type OAuthServer,
  obtainCode,
  obtainTokens,
  type Partner,
  post,
  refresh,
  startOAuthServer,
  TestBrowser,
} from '../../../test/servers/oauth-server.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { deleteExpiredArtifacts } from './delete-expired-artifacts.ts'

const { database, url, owner } = await useTestDatabase()

/** A proxy to the database that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  readonly port: Promise<number>

  constructor() {
    this.port = this.restore(0)
  }

  async restore(port: number): Promise<number> {
    const { hostname, port: target } = new URL(url)
    this.#server = createServer(near => {
      const far = connect({ host: hostname, port: Number(target || 5432) })
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => {}).on('close', () => to.destroy())
        from.pipe(to)
      }
    })
    await new Promise<void>(resolve => this.#server?.listen(port, '127.0.0.1', resolve))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  cut(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }
}

const cable = new Cable()
let port: number
let wired: Database
let server: OAuthServer
let partner: Partner
let logged = ''

beforeAll(async () => {
  port = await cable.port
  const wiredUrl = new URL(url)
  wiredUrl.hostname = '127.0.0.1'
  wiredUrl.port = String(port)
  wired = createPool({ url: wiredUrl.href, size: 4, applicationName: 'test', connectTimeoutMs: 500 })
  server = await startOAuthServer({
    database: wired,
    logTo: { write: line => (logged += line) },
  })
  partner = await createPartner(database)
  server.person.signsInAs = (await createAdvisor(database)).identifier
})
beforeEach(() => {
  logged = ''
})
afterAll(async () => {
  await server.app.close()
  await wired.end()
  cable.cut()
})

async function whileCut<Result>(work: () => Promise<Result>): Promise<Result> {
  cable.cut()
  try {
    return await work()
  } finally {
    await cable.restore(port)
  }
}

describe('503 with Retry-After, and never a token, while the database is unavailable', () => {
  const away = { status: 503, body: { error: 'temporarily_unavailable' } }

  it('for a code, which is still valid when it is back', async () => {
    const code = await obtainCode(server, partner)
    const answer = await whileCut(() => exchange(server, partner, code))
    expect(answer).toMatchObject(away)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).not.toHaveProperty('access_token')
    expect((await exchange(server, partner, code)).status).toBe(200)
  })

  it('for a refresh token, client credentials and a revocation', async () => {
    const { refresh_token } = await obtainTokens(server, partner)
    const { clientId: client_id, clientSecret: client_secret } = partner
    const client = { client_id, client_secret }
    const answers = await whileCut(() =>
      Promise.all([
        refresh(server, partner, refresh_token),
        post(`${server.origin}/oauth/token`, {
          ...client,
          grant_type: 'client_credentials',
          scope: 'text.messaging.read',
          advisor: server.person.signsInAs,
        }),
        post(`${server.origin}/oauth/revoke`, { ...client, token: refresh_token }),
      ]),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject(away)
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    expect((await refresh(server, partner, refresh_token)).status).toBe(200)
  })

  it('for an authorization request, as a page', async () => {
    const { status, headers, body, callback } = await whileCut(() =>
      new TestBrowser().visit(authorizationUrl(server, partner)),
    )
    expect({ status, callback }).toEqual({ status: 503, callback: undefined })
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('set-cookie')).toBeNull()
    expect(body).toContain('Temporarily unavailable')
  })

  it('but keys and discovery are available', async () => {
    const answers = await whileCut(() =>
      Promise.all(
        ['/oauth/jwks', '/.well-known/openid-configuration'].map(path => fetch(`${server.origin}${path}`)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  /** Writes of one kind fail as if the database went down at that moment. */
  async function whileFailing<Result>(model: string, work: () => Promise<Result>): Promise<Result> {
    await owner.query(
      `create function fail() returns trigger language plpgsql as
         $$ begin raise exception 'going down' using errcode = '57P01'; end $$;
       create trigger fail before insert or update on oauth_artifact
         for each row when (new.model = '${model}') execute function fail()`,
    )
    try {
      return await work()
    } finally {
      await owner.query('drop function fail cascade')
    }
  }

  it.each(['Interaction', 'Session', 'AuthorizationCode'])(
    'also when writing the %s fails: a page, and no redirect',
    async model => {
      const { status, headers, callback } = await whileFailing(model, () =>
        new TestBrowser().visit(authorizationUrl(server, partner)),
      )
      expect({ status, callback }).toEqual({ status: 503, callback: undefined })
      expect(headers.get('location')).toBeNull()
    },
  )

  it('also when it fails in the middle of an exchange or a refresh', async () => {
    const { refresh_token } = await obtainTokens(server, partner)
    const code = await obtainCode(server, partner)
    const answers = await whileFailing('RefreshToken', () =>
      Promise.all([exchange(server, partner, code), refresh(server, partner, refresh_token)]),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject(away)
      expect(answer.body).not.toHaveProperty('access_token')
    }
    expect((await refresh(server, partner, refresh_token)).status).toBe(200)
  })

  it('also when it was unavailable from the start, until it is reachable', async () => {
    cable.cut()
    const early = await startOAuthServer({ database: wired, secretKeys: server.secretKeys })
    try {
      const answers = await Promise.all([
        exchange(early, partner, 'x'),
        fetch(authorizationUrl(early, partner)),
        fetch(`${early.origin}/oauth/jwks`),
      ])
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
      for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await answers[1].text()).toContain('Temporarily unavailable')
      expect(() => early.authorization.provider).toThrow('temporarily_unavailable')
      await cable.restore(port)
      early.person.signsInAs = server.person.signsInAs
      expect(decodeJwt((await obtainTokens(early, partner)).access_token).iss).toBe(early.origin)
    } finally {
      await early.app.close()
    }
  })
})

describe('logs and database afterwards', () => {
  it('a dump of the database gives no access', async () => {
    const browser = new TestBrowser()
    const first = await browser.visit(authorizationUrl(server, partner))
    const code = first.callback?.searchParams.get('code') ?? ''
    const { body } = await exchange(server, partner, code)
    const next = await refresh(server, partner, body.refresh_token)
    const open = await obtainCode(server, partner)
    // Stopped halfway, so that an interaction exists too.
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const begun = await fetch(authorizationUrl(server, partner), { redirect: 'manual', headers: { cookie } })
    const interaction = begun.headers.get('location')?.split('/').at(-1) ?? ''
    const secrets = {
      code,
      open,
      interaction,
      refreshToken: body.refresh_token,
      successor: next.body.refresh_token,
      accessToken: body.access_token,
      idToken: body.id_token,
      clientSecret: partner.clientSecret,
      session: browser.cookies.get('parley_session') ?? '',
      secretKey: server.secretKeys.secretKey.toString('base64'),
    }
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    )
    let dump = ''
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
      dump += rows.map(({ row }) => row).join('\n')
    }
    expect(dump).toContain('"Interaction"')
    expect(dump).toContain('"RefreshToken"')
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(15)
      expect(dump.includes(secret), name).toBe(false)
      expect(dump.includes(Buffer.from(secret).toString('hex')), name).toBe(false)
    }
    expect(dump).not.toMatch(/"d": ?"/)
  })

  it('the log contains no secret, and the status of every request', async () => {
    const browser = new TestBrowser()
    const visit = await browser.visit(authorizationUrl(server, partner, { state: 'state-canary' }))
    const code = visit.callback?.searchParams.get('code') ?? ''
    const { body } = await exchange(server, partner, code)
    await exchange(server, partner, code)
    await whileCut(() => refresh(server, partner, body.refresh_token))
    for (const secret of [
      code,
      body.refresh_token,
      body.access_token,
      partner.clientSecret,
      'state-canary',
    ]) {
      expect(logged.includes(secret)).toBe(false)
    }
    expect(logged).toMatch(/"operation":"\/oauth\/token","method":"POST","status":200/)
    expect(logged).toMatch(/"operation":"\/oauth\/token","method":"POST","status":400/)
    expect(logged).toMatch(/"operation":"\/oauth\/token","method":"POST","status":503/)
    expect(logged).toMatch(/"operation":"\/oauth\/auth","method":"GET","status":303/)
    expect(logged).toMatch(/"traceId":"[0-9a-f]{32}","msg":"grant revoked after reuse"/)
    expect(logged).toContain('the authorization store failed')
  })
})

it('on a stop, requests in progress finish and every connection closes', async () => {
  const stopping = await startOAuthServer({ database, secretKeys: server.secretKeys })
  const blocker = await owner.connect()
  await blocker.query('begin; lock table oauth_artifact in access exclusive mode')
  const answering = exchange(stopping, partner, 'x')
  await expect.poll(() => database.idleCount).toBeLessThan(database.totalCount)
  const stopped = stopping.app.close()
  await blocker.query('rollback')
  blocker.release()
  const { status, headers } = await answering
  expect({ status, connection: headers.get('connection') }).toEqual({ status: 400, connection: 'close' })
  await stopped
})

it('deletes everything that has expired, and nothing else', async () => {
  await database.query(
    `insert into oauth_artifact (model, id, payload, expires_at)
     select 'Interaction', n::text, '{}', now() - interval '1 second' from generate_series(1, 2500) as n`,
  )
  const { rows: before } = await database.query('select from oauth_artifact where expires_at > now()')
  expect(await deleteExpiredArtifacts(database)).toBeGreaterThanOrEqual(2500)
  const { rows: after } = await database.query('select from oauth_artifact')
  expect(after).toHaveLength(before.length)
})
