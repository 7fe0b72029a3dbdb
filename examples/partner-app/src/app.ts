// A partner application: an advisor signs in through Parley, sees contacts, and texts them with their consent.
import { readFileSync } from 'node:fs'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import { AuthorizationRequiredError, NotFoundError, Parley, ParleyError, ParleyOAuth } from '@parley/sdk'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Settings } from './settings.ts'
import { serveSignIn } from './sign-in.ts'
import { openStore } from './store.ts'
import { createTexts } from './texts.ts'

export function createApp(settings: Settings): FastifyInstance {
  const { baseUrl, apiKey } = settings
  const store = openStore(settings.dataFile)
  const oauth = new ParleyOAuth(settings)

  const clients = new Map<string, Parley>()

  /** One client for each advisor, so that all who wait share one reader of events. Expired tokens are renewed on the way. */
  const parleyFor = (advisor: string): Parley => {
    const known = clients.get(advisor)
    if (known) return known
    const accessToken = oauth.accessToken({
      load: () => store.tokensOf(advisor),
      save: tokens => store.saveTokens(tokens),
    })
    const client = new Parley({ baseUrl, apiKey, accessToken })
    clients.set(advisor, client)
    return client
  }

  const texts = createTexts({ store, parleyFor })
  const app = Fastify()
  void app.register(cookie)
  void app.register(session, {
    secret: settings.sessionSecret,
    cookieName: 'partner-session',
    // The browser holds nothing but the name of a session. Lax: forms of other sites do not bring it along.
    cookie: { httpOnly: true, sameSite: 'lax', secure: settings.redirectUri.startsWith('https:') },
    saveUninitialized: false,
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  serveSignIn(app, { oauth, store, signedIn: advisor => texts.follow(advisor) })
  servePublicFiles(app)

  app.get('/api/me', async request => ({ advisor: advisorOf(request) }))

  app.get<{ Querystring: { search?: string; page?: string } }>('/api/contacts', async request => {
    const { search = '', page = '1' } = request.query
    return parleyFor(advisorOf(request)).contacts.search({
      page: Number(page),
      pageSize: 10,
      ...(search && { search }),
    })
  })

  app.get<{ Params: { id: string } }>('/api/contacts/:id', async request => {
    const parley = parleyFor(advisorOf(request))
    const contact = await parley.contacts.get(Number(request.params.id))
    const { phone } = contact
    return { contact, consent: phone && (await parley.consents.get({ phone })) }
  })

  app.post<{ Body: { phone: string; text: string; recipient: string } }>(
    '/api/texts',
    { schema: { body: textBody } },
    async (request, reply) => {
      const { phone, text, recipient } = request.body
      texts.send({ advisor: advisorOf(request), recipient }, { phone, text })
      return reply.code(202).send({})
    },
  )

  app.get('/api/events', (request, reply) => {
    const advisor = advisorOf(request)
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const show = (): void => void reply.raw.write(`data: ${JSON.stringify(texts.of(advisor))}\n\n`)
    show()
    request.raw.on('close', texts.watch(advisor, show))
  })

  app.setErrorHandler((error, _request, reply) => answerError(error, reply))
  app.addHook('onReady', async () => texts.resume())
  app.addHook('preClose', async () => {
    texts.stop()
    app.server.closeAllConnections()
  })
  return app
}

const textBody = {
  type: 'object',
  required: ['phone', 'text', 'recipient'],
  properties: {
    phone: { type: 'string' },
    text: { type: 'string', minLength: 1 },
    recipient: { type: 'string' },
  },
}

class NotSignedIn extends Error {}

/** Of whoever signed in in this browser. */
function advisorOf({ session: { advisor } }: FastifyRequest): string {
  if (advisor === undefined) throw new NotSignedIn()
  return advisor
}

/** Every failure of the SDK is a ParleyError of a class of its own. */
function answerError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof NotSignedIn || error instanceof AuthorizationRequiredError) {
    return reply.code(401).send({ message: 'Sign in again.' })
  }
  if (error instanceof NotFoundError) return reply.code(404).send({ message: 'There is no such contact.' })
  if (error instanceof ParleyError) {
    return reply.code(502).send({ message: error.message, traceId: error.traceId })
  }
  return reply.send(error)
}

function servePublicFiles(app: FastifyInstance): void {
  const files = [
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
    ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ] as const
  for (const [path, name, type] of files) {
    const content = readFileSync(new URL(`../public/${name}`, import.meta.url), 'utf8')
    app.get(path, (_request, reply) => reply.type(type).send(content))
  }
}
