import { until } from '../installation.ts'
import { isInteger, isText } from '../matches.ts'
import { claimsOf, OAuthClient } from '../oauth.ts'
import type { Scenario } from '../scenario.ts'

const codeFlow: Scenario = {
  name: 'authorization code flow by hand',
  run: async (installation, { statement }) => {
    const { service, get } = installation
    const client = new OAuthClient(installation)
    const scope = 'openid offline_access core.contacts.read text.messaging.read text.messaging.write'
    const authorized = await client.authorize({ return_path: '/settings?tab=1' })
    const { callback } = authorized.visit
    statement('0.4 5.5 5.37', 'the callback', Object.fromEntries(callback?.searchParams ?? []), {
      code: isText,
      state: authorized.state,
    })
    statement(
      '5.27 5.37',
      'its address',
      `${callback?.origin}${callback?.pathname}`,
      service.application.redirectUri,
    )

    const { status, body, headers } = await client.exchange(authorized)
    statement(
      '0.4 5.4 5.40',
      'the exchange',
      [status, headers.get('content-type')],
      [200, /^application\/json/],
    )
    statement('5.41', 'access_token', body.access_token, isText)
    statement('5.42', 'token_type', body['token_type'], 'Bearer')
    statement('5.43', 'expires_in', body['expires_in'], isInteger)
    statement('5.16 5.44', 'refresh_token', body.refresh_token, isText)
    statement('5.45', 'scope', body.scope, scope)
    const claims = claimsOf(body.access_token)
    statement('5.7', 'the advisor', claims, { sub: 'avery', client_id: service.application.clientId })
    statement('5.8', 'the scopes', claims['scope'], scope)
    statement('5.15', 'identity claims', claimsOf(body.id_token), { sub: 'avery' })
    const expires = Number(claims['exp']) - Number(claims['iat'])
    statement('5.43', 'the lifetime in seconds', body['expires_in'], expires)
    const used = await get('/core/contact/contacts?pageSize=1', { token: body.access_token })
    statement('5.2 5.4', 'a call with it', used.status, 200)
    statement('5.50', 'the code a second time', (await client.exchange(authorized)).status, 400)

    const brief = await client.authorize({ scope: 'openid core.contacts.read' })
    const short = await client.exchange(brief)
    statement('5.44 5.16', 'without offline_access', short.body, {
      refresh_token: undefined,
      scope: 'openid core.contacts.read',
    })
    const denied = await client.authorize({}, { answer: 'deny' })
    statement('5.39', 'a denial', Object.fromEntries(denied.visit.callback?.searchParams ?? []), {
      error: 'access_denied',
      state: denied.state,
      code: undefined,
    })

    const [, blake] = service.advisors
    const other = new OAuthClient(installation)
    const second = await other.exchange(await other.authorize({}, blake ? { person: blake } : {}))
    const otherClaims = claimsOf(second.body.access_token)
    statement('5.6 5.7 1.1', 'another advisor', otherClaims['sub'], 'blake')
    const grants = await service.query(
      `select advisor.identifier from authorization_grant join advisor on advisor.id = advisor_id
       where grant_id in ('${String(claims['gid'])}', '${String(otherClaims['gid'])}') order by 1`,
    )
    statement('5.6', 'the authorizations', grants, [{ identifier: 'avery' }, { identifier: 'blake' }])
  },
}

const exchangeErrors: Scenario = {
  name: 'code exchange: what is refused',
  run: async (installation, { statement }) => {
    const { service } = installation
    const client = new OAuthClient(installation)
    const invalid = { status: 400, body: { error: 'invalid_grant' } }
    statement(
      '5.50',
      'a made-up code',
      await client.exchange({ code: 'made-up', verifier: 'v'.repeat(43) }),
      invalid,
    )
    const wrong = await client.authorize()
    statement(
      '5.51',
      'another verifier',
      await client.exchange({ ...wrong, verifier: 'w'.repeat(43) }),
      invalid,
    )
    const late = await client.authorize()
    await service.lock(
      `update oauth_artifact set expires_at = now() - interval '1 minute',
         payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::integer - 60))
       where model = 'AuthorizationCode' and payload ->> 'codeChallenge' = '${late.challenge}'`,
    )
    statement('5.50', 'an expired code', await client.exchange(late), invalid)
    const names = ['grant_type', 'code', 'client_id', 'client_secret', 'code_verifier', 'redirect_uri']
    for (const name of names) {
      const { status } = await client.exchange(await client.authorize(), { [name]: undefined })
      statement('5.40', `without ${name}`, status, (value: unknown) => value === 400 || value === 401)
    }
    const { clientId, clientSecret } = service.application
    const json = await fetch(service.tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        code: 'x',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    statement('5.40 5.47', 'JSON at the token endpoint', json.status >= 400 && json.status < 500, true)
    const secret = await client.token({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_secret: 'wrong',
    })
    statement('5.21 5.20', 'a wrong secret', secret, { status: 401, body: { error: 'invalid_client' } })
    const crossOrigin = await client.token(
      { grant_type: 'refresh_token', refresh_token: 'x' },
      { origin: 'https://a.example' },
    )
    statement(
      '5.55 5.21',
      'CORS headers',
      [...crossOrigin.headers.keys()].filter(name => name.startsWith('access-control-')),
      [],
    )
    const preflight = await fetch(service.tokenUrl, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    })
    statement(
      '5.55',
      'a preflight request',
      [preflight.ok, preflight.headers.get('access-control-allow-origin')],
      [false, null],
    )
    statement('5.55', 'caching', crossOrigin.headers.get('cache-control'), 'no-store')
  },
}

const refreshTokens: Scenario = {
  name: 'refresh tokens',
  run: async (installation, { statement }) => {
    const { service, get } = installation
    const client = new OAuthClient(installation)
    const first = (await client.exchange(await client.authorize())).body
    const refreshed = await client.refresh(first.refresh_token)
    statement('5.47', 'a refresh', refreshed, {
      status: 200,
      body: { access_token: isText, token_type: 'Bearer', expires_in: isInteger, scope: first.scope },
    })
    statement(
      'D23',
      'a new refresh token',
      refreshed.body.refresh_token,
      (value: unknown) => isText(value) && value !== first.refresh_token,
    )
    for (const name of ['grant_type', 'refresh_token', 'client_id', 'client_secret']) {
      const { status } = await client.refresh(refreshed.body.refresh_token, { [name]: undefined })
      statement('5.47', `without ${name}`, status, (value: unknown) => value === 400 || value === 401)
    }
    const grantOf = (token: string): string => String(claimsOf(token)['gid'])
    const artifacts = (token: string) => `model = 'RefreshToken' and grant_id = '${grantOf(token)}'`
    // A minute is the grace for a lost response.
    await service.lock(
      `update oauth_artifact set consumed_at = now() - interval '61 seconds',
         payload = jsonb_set(payload, '{consumed}', to_jsonb(extract(epoch from now())::integer - 61))
       where ${artifacts(first.access_token)} and consumed_at is not null`,
    )
    const invalid = { status: 400, body: { error: 'invalid_grant' } }
    statement('D23', 'reuse of a rotated token', await client.refresh(first.refresh_token), invalid)
    statement(
      'D23',
      'the newest token afterwards',
      await client.refresh(refreshed.body.refresh_token),
      invalid,
    )
    const ended = await until(
      () => get('/core/contact/contacts?pageSize=1', { token: refreshed.body.access_token }),
      ({ status }) => status === 401,
    )
    statement('D23 5.48', 'the access token of an ended grant', ended, {
      status: 401,
      body: { code: 'unauthorized' },
    })

    const old = (await client.exchange(await client.authorize())).body
    await service.lock(
      `update oauth_artifact set expires_at = now() - interval '1 minute',
         payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::integer - 60))
       where ${artifacts(old.access_token)}`,
    )
    statement('5.49', 'an expired refresh token', await client.refresh(old.refresh_token), invalid)
  },
}

export const codeScenarios: readonly Scenario[] = [codeFlow, exchangeErrors, refreshTokens]
