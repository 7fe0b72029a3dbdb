import { isText } from '../matches.ts'
import { OAuthClient, type Parameters } from '../oauth.ts'
import type { Scenario } from '../scenario.ts'

const requests: Scenario = {
  name: 'authorization request: each parameter',
  run: async (installation, { statement }) => {
    const { service, modest } = installation
    const { redirectUri } = service.application
    const page = { status: 400, callback: undefined }
    // Without a trusted redirect URI the browser stays on a page of the service.
    const pages: readonly [string, string, Parameters][] = [
      ['5.29', 'no client_id', { client_id: undefined }],
      ['5.29', 'an unknown client_id', { client_id: 'app_0000000000000000000000' }],
      ['5.30', 'no redirect_uri', { redirect_uri: undefined }],
      ['5.25 5.26', 'another path', { redirect_uri: `${redirectUri}/more` }],
      ['5.25 5.26', 'a slash more', { redirect_uri: `${redirectUri}/` }],
      ['5.25 5.26', 'another port', { redirect_uri: redirectUri.replace(/:\d+/, ':4999') }],
      ['5.25 5.26', 'another host', { redirect_uri: redirectUri.replace('127.0.0.1', 'localhost') }],
      ['5.25 5.26', 'another scheme', { redirect_uri: redirectUri.replace('http:', 'https:') }],
      ['5.25 5.26', 'a query', { redirect_uri: `${redirectUri}?a=1` }],
    ]
    for (const [numbers, what, changed] of pages) {
      const { visit } = await new OAuthClient(installation).authorize(changed)
      statement(
        numbers,
        what,
        { status: visit.status, ...(visit.callback && { callback: visit.callback.href }) },
        page,
      )
    }
    const redirects: readonly [string, string, Parameters, string][] = [
      ['5.28', 'no response_type', { response_type: undefined }, 'invalid_request'],
      ['5.28', 'response_type token', { response_type: 'token' }, 'unsupported_response_type'],
      ['5.31 5.53', 'no code_challenge', { code_challenge: undefined }, 'invalid_request'],
      [
        '5.53 5.5',
        'no PKCE',
        { code_challenge: undefined, code_challenge_method: undefined },
        'invalid_request',
      ],
      ['5.32 5.5', 'no code_challenge_method', { code_challenge_method: undefined }, 'invalid_request'],
      ['5.32 5.5', 'code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['5.33', 'no state', { state: undefined }, 'invalid_request'],
      ['5.34', 'no scope', { scope: undefined }, 'invalid_request'],
      ['5.34', 'scopes with commas', { scope: 'openid,core.contacts.read' }, 'invalid_scope'],
      ['5.15', 'no openid', { scope: 'core.contacts.read' }, 'invalid_scope'],
      ['5.17', 'an unknown scope', { scope: 'openid core.everything' }, 'invalid_scope'],
      [
        '5.17',
        'a scope that the application is not provisioned for',
        {
          client_id: modest.clientId,
          redirect_uri: 'https://modest.example/callback',
          scope: 'openid text.messaging.write',
        },
        'invalid_scope',
      ],
    ]
    for (const [numbers, what, changed, error] of redirects) {
      const { visit } = await new OAuthClient(installation).authorize(changed)
      // An error of another response type is in the fragment.
      const { searchParams, hash = '' } = visit.callback ?? {}
      const parameters = {
        ...Object.fromEntries(searchParams ?? []),
        ...Object.fromEntries(new URLSearchParams(hash.slice(1))),
      }
      statement(numbers, what, parameters, { error, code: undefined })
    }
    const whole = await new OAuthClient(installation).authorize()
    const complete = '5.5 5.28 5.29 5.30 5.31 5.32 5.33 5.34 5.25'
    statement(complete, 'with all of them', Object.fromEntries(whole.visit.callback?.searchParams ?? []), {
      code: isText,
    })
  },
}

const clientCredentials: Scenario = {
  name: 'client credentials',
  run: async (installation, { statement }) => {
    const { get } = installation
    const client = new OAuthClient(installation)
    const ask = (parameters: Parameters) => client.token({ grant_type: 'client_credentials', ...parameters })
    const granted = await ask({ advisor: 'avery', scope: 'text.messaging.read' })
    statement('5.9 D22', 'a texting scope', granted, {
      status: 200,
      body: {
        access_token: isText,
        token_type: 'Bearer',
        scope: 'text.messaging.read',
        refresh_token: undefined,
      },
    })
    const token = granted.body.access_token
    statement('D22 5.13', 'its use', (await get('/text/messaging/scheduled-messages', { token })).status, 200)
    statement('D22 5.18', 'beyond its scope', await get('/core/contact/contacts', { token }), {
      status: 403,
      body: { detail: /core\.contacts\.read/ },
    })
    const refused = (error: unknown) => ({ status: 400, body: { error } })
    statement(
      'D22',
      'an address-book scope',
      await ask({ advisor: 'avery', scope: 'core.contacts.read' }),
      refused('invalid_scope'),
    )
    statement('D22', 'openid', await ask({ advisor: 'avery', scope: 'openid' }), refused('invalid_scope'))
    statement('D22', 'no advisor', await ask({ scope: 'text.messaging.read' }), refused(isText))
    const nobody = await ask({ advisor: 'nobody', scope: 'text.messaging.read' })
    statement('D22', 'an advisor who allowed nothing', nobody, refused('unauthorized_client'))
  },
}

const registrations: Scenario = {
  name: 'redirect URIs that an operator may register',
  run: async ({ service }, { statement, otherwise }) => {
    const register = (redirectUri: string) =>
      service
        .operate(`app add "Registered" --redirect-uri ${redirectUri} --scope "openid core.contacts.read"`)
        .then(
          () => 'registered',
          (error: { stderr?: string }) => error.stderr ?? '',
        )
    const [wildcard, fragment, plain, loopback] = await Promise.all(
      [
        'https://*.example/callback',
        'https://a.example/callback#a',
        'http://a.example/callback',
        'http://127.0.0.1:4100/callback',
      ].map(register),
    )
    statement('5.23', 'a wildcard', wildcard, /wildcard/)
    statement('5.24', 'a fragment', fragment, /fragment/)
    statement('5.56', 'plain http', plain, /https:/)
    otherwise('Redirect URIs', '5.22', 'http on loopback in a sandbox', loopback, 'registered')
    otherwise('Redirect URIs', '5.22', 'plain http elsewhere', plain, /https:/)
  },
}

export const authorizationScenarios: readonly Scenario[] = [registrations, requests, clientCredentials]
