// The HTTP routes of identity. Separate from index.ts, so that operator commands load no authorization server.
export { createGuard } from './access/create-guard.ts'
export { serveIdentityApp } from './app-routes.ts'
export { createAuthorizationServer } from './authorization/create-authorization-server.ts'
export { createSessionGuard } from './sessions/create-session-guard.ts'
export { errorPage } from './sign-in/pages/error-page.ts'
export { relyingPartyOf } from './sign-in/passkeys/relying-party.ts'
export { serveAppSignIn } from './sign-in/serve-app-sign-in.ts'
export { serveSignIn } from './sign-in/serve-sign-in.ts'
