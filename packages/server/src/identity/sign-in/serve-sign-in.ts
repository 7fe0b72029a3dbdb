import type { FastifyReply, FastifyRequest } from 'fastify'
import { assets } from '../../platform/http/pages/layout.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { createFormTokens } from './form-token.ts'
import type { SignIn, SignInParts } from './parts.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { servePages } from './serve-pages.ts'
import { servePasskeys } from './serve-passkeys.ts'

/** The pages on which an advisor signs in and allows an application, under /oauth/interaction. */
export function serveSignIn(app: HttpServer, parts: SignInParts): void {
  const relyingParty = relyingPartyOf(parts.config.publicOrigin)
  const signIn: SignIn = { ...parts, tokens: createFormTokens(parts.config), relyingParty }
  void app.register(async scope => servePages(scope, signIn))
  if (relyingParty) void app.register(async scope => servePasskeys(scope, { ...signIn, relyingParty }))
  serveAsset(app, 'icon.svg', 'image/svg+xml', assets.icon)
  serveAsset(app, 'passkey.js', 'text/javascript; charset=utf-8', assets.passkeyScript)
}

function serveAsset(app: HttpServer, name: string, type: string, content: string): void {
  app.get(`/oauth/assets/${name}`, async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'",
      })
      .type(type)
      .send(content),
  )
}
