// Firms with a provider of their own, each in a process, and a minimal browser that signs in there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { proofTextOf } from '../../src/identity/firm/sign-in/domain-proof.ts'
import { setFirmSignIn } from '../../src/identity/firm/sign-in/set-firm-sign-in.ts'
import { showFirmSignIn } from '../../src/identity/firm/sign-in/show-firm-sign-in.ts'
import { redirectUriOf } from '../../src/identity/firm/sign-in/start-firm-sign-in.ts'
import { verifyDomain } from '../../src/identity/firm/sign-in/verify-domain.ts'
import { freePort } from '../processes/free-port.ts'
import type { AdvisorApp, AppClient } from './advisor-app.ts'
import { cookiesOf, sameOrigin } from './app-sign-in.ts'
import { TestBrowser } from './oauth-server.ts'

const children: ChildProcess[] = []

export function stopProviders(): void {
  for (const child of children) child.kill('SIGTERM')
}

export interface Firm {
  readonly advisor: AppClient
  readonly firmId: number
  readonly domain: string
  readonly issuer: string
  readonly setPerson: (person: {
    sub: string
    email: string
    email_verified?: boolean
    hasForeignKeys?: boolean
  }) => Promise<void>
  readonly set: (isOnly: boolean) => Promise<unknown>
}

export async function prepareFirm(server: AdvisorApp, domain: string): Promise<Firm> {
  const advisor = await server.welcome()
  const { firmId } = advisor
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const main = fileURLToPath(new URL('./firm-provider.ts', import.meta.url))
  const child = spawn(process.execPath, [main, String(port), redirectUriOf(server.origin, firmId)], {
    stdio: 'pipe',
  })
  children.push(child)
  await once(child.stdout, 'data')
  const set = (isOnly: boolean) =>
    setFirmSignIn(
      server.database,
      { environment: 'sandbox', secretKeys: server.secretKeys },
      {
        firmId,
        issuer,
        clientId: 'parley',
        clientSecret: 'a-secret-of-the-firm-s-provider',
        domains: [domain],
        isOnly,
      },
    )
  await set(false)
  const { domains } = await showFirmSignIn(server.database, firmId)
  await verifyDomain(server.database, async () => domains.map(({ proof }) => proofTextOf(proof)), {
    firmId,
    domain,
  })
  return {
    advisor,
    firmId,
    domain,
    issuer,
    set,
    setPerson: async person => {
      const body = JSON.stringify({ email_verified: true, ...person })
      expect((await fetch(`${issuer}/account`, { method: 'PUT', body })).status).toBe(204)
    },
  }
}

export interface Started {
  readonly browser: string
  readonly answer: Response
}

/** Enters the address on our page. */
export async function startAt(
  { origin }: AdvisorApp,
  email: string,
  query = '?to=%2Ffirm',
): Promise<Started> {
  const page = await fetch(`${origin}/sign-in/firm${query}`)
  const browser = `parley_firm_sign_in=${cookiesOf(page).get('parley_firm_sign_in')}`
  const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await fetch(`${origin}/sign-in/firm${query}`, {
    method: 'POST',
    headers: { ...sameOrigin, cookie: browser, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, email }),
    redirect: 'manual',
  })
  return { browser, answer }
}

/** Signs in at the provider and returns where it sends the browser. */
export async function atProvider({ answer }: Started): Promise<URL> {
  expect(answer.status).toBe(303)
  const { callback } = await new TestBrowser().visit(answer.headers.get('location') ?? '')
  if (!callback) throw new Error('the provider did not answer')
  return callback
}

export const back = (callback: URL, { browser }: Started): Promise<Response> =>
  fetch(callback, { headers: { cookie: browser, 'sec-fetch-site': 'cross-site' }, redirect: 'manual' })

export async function signInAtFirm(
  server: AdvisorApp,
  firm: Firm,
  person: { sub: string; email: string; email_verified?: boolean },
): Promise<Response> {
  await firm.setPerson(person)
  const started = await startAt(server, `anybody@${firm.domain}`)
  return back(await atProvider(started), started)
}

export const factsOf = async (
  { database }: AdvisorApp,
  firmId: number,
  kind: string,
): Promise<Record<string, unknown>[]> => {
  const { rows } = await database.query<{ entry: { facts: Record<string, unknown> } }>(
    `select entry from journal_entry where kind = $1 and entry->>'firmId' = $2 order by id`,
    [kind, String(firmId)],
  )
  return rows.map(({ entry }) => entry.facts)
}
