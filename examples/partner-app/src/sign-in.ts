// The advisor signs in at Parley and comes back with permission. This application never sees a password.
import { OAuthError, type ParleyOAuth, type PendingAuthorization, type Scope } from '@parley/sdk'
import type { FastifyInstance } from 'fastify'
import type { Store } from './store.ts'

declare module 'fastify' {
  interface Session {
    /** Of an authorization that has begun in this browser. */
    pending?: PendingAuthorization
    /** Who is signed in. */
    advisor?: string
  }
}

const scopes: readonly Scope[] = [
  'offline_access',
  'core.contacts.read',
  'text.messaging.read',
  'text.messaging.write',
]

interface Parts {
  readonly oauth: ParleyOAuth
  readonly store: Store
  readonly signedIn: (advisor: string) => void
}

export function serveSignIn(app: FastifyInstance, { oauth, store, signedIn }: Parts): void {
  app.get('/sign-in', async (request, reply) => {
    const { url, pending } = await oauth.authorize(scopes)
    request.session.pending = pending
    return reply.redirect(url, 303)
  })

  app.get('/callback', async (request, reply) => {
    const { pending } = request.session
    if (!pending) return reply.redirect('/?refused=no_session', 303)
    try {
      const tokens = await oauth.exchange(request.url, pending)
      store.saveTokens(tokens)
      // A new session for the new right: whoever planted the old one in this browser gains nothing.
      await request.session.regenerate()
      request.session.advisor = tokens.advisor
      signedIn(tokens.advisor)
      return await reply.redirect('/', 303)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      await request.session.destroy()
      return reply.redirect(`/?refused=${encodeURIComponent(error.code)}`, 303)
    }
  })

  app.post('/sign-out', async (request, reply) => {
    await request.session.destroy()
    return reply.code(204).send()
  })
}
