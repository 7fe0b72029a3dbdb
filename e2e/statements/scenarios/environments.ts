import { freePort } from '../../free-port.ts'
import { OAuthClient } from '../oauth.ts'
import { runServer, startProduction } from '../other-servers.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts?pageSize=1'

const environments: Scenario = {
  name: 'a production installation',
  run: async (installation, { statement, otherwise }) => {
    const { service, advisors } = installation
    const production = await startProduction()
    try {
      const headers = {
        authorization: `Bearer ${advisors[0]?.accessToken}`,
        'x-api-key': service.application.apiKey,
      }
      const call = await fetch(`${production.origin}/v1${contacts}`, { headers })
      statement('5.20 D17', 'a sandbox token', call.status, 401)
      const machine = { grant_type: 'client_credentials', advisor: 'avery', scope: 'text.messaging.read' }
      const atHome = new OAuthClient(installation)
      const abroad = new OAuthClient({
        service: { ...service, tokenUrl: `${production.origin}/oauth/token` },
      })
      statement('5.20', 'a sandbox client at home', (await atHome.token(machine)).status, 200)
      statement('5.20', 'a sandbox client in production', (await abroad.token(machine)).status, 401)
      const handset = await fetch(`${production.origin}/v1/sandbox/handsets/%2B12025550123/messages`, {
        headers,
      })
      statement('5.20', 'handsets in production', handset.status, 404)
      const register = (uris: string) =>
        production.operate(
          `app add Registered ${uris} --scope openid --scope core.contacts.read --format json`,
        )
      const several = await register('--redirect-uri https://a.example/1 --redirect-uri https://a.example/2')
      otherwise('Redirect URIs', '5.22', 'two HTTPS redirect URIs', several, { code: 0 })
      const { clientId, clientSecret } = JSON.parse(several.output) as Record<string, string>
      const stranger = await atHome.token({ ...machine, client_id: clientId, client_secret: clientSecret })
      statement('5.20', 'a production client in the sandbox', stranger.status, 401)
      const loopback = await register('--redirect-uri http://127.0.0.1:4100/callback')
      statement('5.56', 'http on loopback in production', loopback, { code: 2, output: /https:/ })
      const insecure = await production.tryApi({ PUBLIC_ORIGIN: 'http://parley.example' })
      statement('5.56', 'an api with a plain http origin', insecure, {
        code: (value: unknown) => value !== 0 && value !== null,
        output: /PUBLIC_ORIGIN/,
      })
    } finally {
      await production.stop()
    }
  },
}

/** Later than the 15 minutes that a token is valid. */
const laterMs = 16 * 60_000

const expiredToken: Scenario = {
  name: 'expired token and other issuer',
  run: async (installation, { statement }) => {
    const { service, get, origin } = installation
    const client = new OAuthClient(installation)
    const { body } = await client.token({
      grant_type: 'client_credentials',
      advisor: 'avery',
      scope: 'text.messaging.read',
    })
    const [port, otherPort] = [await freePort(), await freePort()]
    const [later, other] = await Promise.all([
      runServer({ database: service.databaseUrl, port, publicOrigin: origin, aheadMs: laterMs }),
      runServer({ database: service.databaseUrl, port: otherPort }),
    ])
    try {
      const path = '/text/messaging/scheduled-messages'
      const headers = {
        authorization: `Bearer ${body.access_token}`,
        'x-api-key': service.application.apiKey,
      }
      const ask = async (at: string) => {
        const response = await fetch(`${at}/v1${path}`, { headers })
        return { status: response.status, body: await response.json() }
      }
      statement('7.18 5.48', 'while it is valid', (await get(path, { token: body.access_token })).status, 200)
      const expired = await ask(later.origin)
      statement('7.18 5.48', '16 minutes later', expired, {
        status: 401,
        body: { code: 'unauthorized', retryable: false, detail: /expired/ },
      })
      statement('D17', 'a token of another issuer', await ask(other.origin), {
        status: 401,
        body: { code: 'unauthorized' },
      })
    } finally {
      await Promise.all([later.stop(), other.stop()])
    }
  },
}

export const environmentScenarios: readonly Scenario[] = [environments, expiredToken]
