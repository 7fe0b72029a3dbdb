// A partner site: / redirects to authorization, /callback receives the browser.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  OAuthError,
  ParleyOAuth,
  PendingAuthorization,
  Scope,
  Tokens,
} from '../../packages/sdk/src/index.ts'

export interface PartnerSite {
  readonly origin: string
  readonly redirectUri: string
  /** The application's registration, once there is one. */
  oauth: ParleyOAuth | undefined
  /** Tokens of the latest advisor. */
  tokens: Tokens | undefined
  close(): Promise<void>
}

const scopes: readonly Scope[] = [
  'offline_access',
  'core.contacts.read',
  'core.contacts.write',
  'core.content.read',
  'text.messaging.read',
  'text.messaging.write',
]

export async function startPartnerSite(): Promise<PartnerSite> {
  let pending: PendingAuthorization | undefined
  const server = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      if (!site.oauth || !request.url) return 'Not yet'
      if (request.url.startsWith('/callback') && pending) {
        site.tokens = await site.oauth.exchange(request.url, pending)
        return `Connected as ${site.tokens.advisor}`
      }
      if (request.url !== '/') return 'Nothing here'
      const begun = await site.oauth.authorize(scopes)
      pending = begun.pending
      response.statusCode = 303
      response.setHeader('location', begun.url)
      return ''
    }
    const respond = async (): Promise<void> => {
      const text = await answer().catch((error: OAuthError) => `Not connected: ${error.code}`)
      response.setHeader('connection', 'close')
      response.end(text)
    }
    void respond()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: PartnerSite = {
    origin,
    redirectUri: `${origin}/callback`,
    oauth: undefined,
    tokens: undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return site
}
