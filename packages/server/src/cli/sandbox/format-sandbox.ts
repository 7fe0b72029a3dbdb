import { fields, table } from '../terminal/output.ts'
import type { Sandbox } from './seed-sandbox.ts'

interface Surroundings {
  readonly workerPort: number
  readonly database: string
}

/** Output of `parley dev` before the log starts. */
export function formatSandbox(sandbox: Sandbox, { workerPort, database }: Surroundings): string {
  const { application, advisors, administrator } = sandbox
  const { origin } = new URL(sandbox.baseUrl)
  const people = table(
    ['advisor', 'identifier', 'e-mail', 'password', 'texting number'],
    advisors.map(({ name, identifier, email, password, textingNumber }) => [
      name,
      identifier,
      email,
      password,
      textingNumber,
    ]),
  )
  return `
Parley sandbox

${fields([
  ['API', sandbox.baseUrl],
  ['Authorize', sandbox.authUrl],
  ['Token', sandbox.tokenUrl],
  ['Reference', `${origin}/docs`],
  ['App', `${origin}/app, with virtual phones at ${origin}/sandbox/handset`],
  ['Console', `${origin}/firm, as ${administrator.email} with ${administrator.password}`],
  ['Health', `${origin}/readyz and http://127.0.0.1:${workerPort}/readyz`],
  ['Metrics', `http://127.0.0.1:${workerPort}/metrics; the api logs its own metrics URL`],
  ['Database', database],
])}

${fields([
  ['Client id', application.clientId],
  ['Client secret', application.clientSecret],
  ['API key', application.apiKey],
  ['Redirect URI', application.redirectUri],
])}

${people.replaceAll(/^/gm, '  ')}

  All of this, with an access token for each advisor, is in .parley/dev.json. A first call:

  curl "${sandbox.baseUrl}/core/contact/contacts?pageSize=3" \\
    -H "x-api-key: ${application.apiKey}" \\
    -H "Authorization: Bearer $(node -p "require('./.parley/dev.json').advisors[0].accessToken")"

  Events on your machine, signed like webhooks, and a way to cause some:

  npx --no @parley/sdk listen --forward-to http://localhost:3000/hook
  npx --no @parley/sdk trigger consent

  A first text, with consent, in ten minutes: docs/partner/start.md. How to authorize an application:
  docs/partner/authorization.md. Ctrl+C stops it.

`
}
