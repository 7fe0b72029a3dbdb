// A second provider that is not our code: LemonLDAP::NG of Debian, where it is installed with the modules of its OpenID Connect issuer:
// lemonldap-ng libgd-perl libgd-securityimage-perl libimage-magick-perl libio-string-perl libmime-tools-perl libemail-sender-perl libstring-random-perl
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/carriers/texting.ts'
import { addStaff } from '../../../../test/people/staff.ts'
import { freePort } from '../../../../test/processes/free-port.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { sessionOf } from '../../../../test/servers/app-sign-in.ts'
import { back, startAt } from '../../../../test/servers/firm-sign-in.ts'
import { TestBrowser } from '../../../../test/servers/oauth-server.ts'
import { proofTextOf } from './domain-proof.ts'
import { setFirmSignIn } from './set-firm-sign-in.ts'
import { redirectUriOf } from './start-firm-sign-in.ts'
import { verifyDomain } from './verify-domain.ts'

const portal = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi'
const clientSecret = 'a-secret-of-the-firm-s-provider'

describe.skipIf(!existsSync(portal))('LemonLDAP::NG', () => {
  let server: AdvisorApp
  let folder: string
  let child: ChildProcess
  let issuer: string
  let firmId: number

  beforeAll(async () => {
    server = await startAdvisorApp()
    ;({ firmId } = await server.welcome())
    folder = await mkdtemp(join(tmpdir(), 'lemonldap-'))
    const port = await freePort()
    issuer = `http://127.0.0.1:${port}/`
    await writeConfiguration(folder, issuer, redirectUriOf(server.origin, firmId))
    child = spawn('plackup', ['--host', '127.0.0.1', '--port', String(port), portal], {
      env: { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
      stdio: 'ignore',
    })
    await eventually(
      'it listens',
      async () =>
        (await fetch(`${issuer}.well-known/openid-configuration`).catch(() => undefined))?.status === 200,
      60_000,
    )
    const provider = { issuer, clientId: 'parley', clientSecret, domains: ['badwolf.org'], isOnly: false }
    const installation = { environment: 'sandbox', secretKeys: server.secretKeys } as const
    const { domains } = await setFirmSignIn(server.database, installation, { firmId, ...provider })
    const published = async () => domains.map(({ proof }) => proofTextOf(proof))
    await verifyDomain(server.database, published, { firmId, domain: 'badwolf.org' })
  })
  afterAll(async () => {
    child?.kill('SIGTERM')
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('signs in somebody of the firm, and nobody twice with one answer', async () => {
    await addStaff(server.database, { firmId, roles: ['auditor'], email: 'dwho@badwolf.org' })
    const started = await startAt(server, 'dwho@badwolf.org')
    const callback = await signInAtLemon(started.answer.headers.get('location') ?? '')
    const entered = await back(callback, started)
    expect(entered.status).toBe(200)
    const cookie = sessionOf(entered)
    expect((await fetch(`${server.origin}/firm`, { headers: { cookie }, redirect: 'manual' })).status).toBe(
      200,
    )
    expect((await back(callback, started)).status).toBe(403)
  })

  /** Fills in its form as the demonstration user dwho. */
  async function signInAtLemon(address: string): Promise<URL> {
    const browser = new TestBrowser()
    const page = await browser.visit(address)
    const hidden = [...page.body.matchAll(/<input[^>]+type="hidden"[^>]*>/g)].map(
      ([tag]): [string, string] => [
        /name="([^"]*)"/.exec(tag)?.[1] ?? '',
        /value="([^"]*)"/.exec(tag)?.[1] ?? '',
      ],
    )
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        cookie: [...browser.cookies].map(pair => pair.join('=')).join('; '),
      },
      body: new URLSearchParams([...hidden, ['user', 'dwho'], ['password', 'dwho']]),
      redirect: 'manual',
    })
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`no redirect: ${answer.status} ${(await answer.text()).slice(0, 3_000)}`)
    return new URL(location)
  }
})

async function writeConfiguration(folder: string, issuer: string, redirectUri: string): Promise<void> {
  for (const name of ['conf', 'sessions/lock', 'persistent/lock', 'cache']) {
    await mkdir(join(folder, name), { recursive: true })
  }
  const key = execFileSync('openssl', ['genrsa', '2048'], { stdio: 'pipe' }).toString()
  const publicKey = execFileSync('openssl', ['rsa', '-pubout'], { input: key, stdio: 'pipe' }).toString()
  const storage = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  const installed = await readFile('/var/lib/lemonldap-ng/conf/lmConf-1.json', 'utf8')
  const configuration = {
    ...(JSON.parse(installed) as object),
    cfgNum: 1,
    portal: issuer,
    domain: '127.0.0.1',
    notification: 0,
    macros: { _whatToTrace: 'lc($_user)', emailVerified: '1' },
    globalStorageOptions: storage('sessions'),
    persistentStorageOptions: storage('persistent'),
    localSessionStorageOptions: {
      cache_root: join(folder, 'cache'),
      namespace: 'sessions',
      default_expires_in: 600,
    },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: key,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'key',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataOptions: {
      parley: {
        oidcRPMetaDataOptionsClientID: 'parley',
        oidcRPMetaDataOptionsClientSecret: clientSecret,
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
      },
    },
    oidcRPMetaDataExportedVars: { parley: { email: 'mail', email_verified: 'emailVerified;bool' } },
  }
  await writeFile(join(folder, 'conf', 'lmConf-1.json'), JSON.stringify(configuration))
  const settings = await readFile('/etc/lemonldap-ng/lemonldap-ng.ini', 'utf8')
  await writeFile(
    join(folder, 'lemonldap-ng.ini'),
    settings
      .replaceAll('/var/lib/lemonldap-ng/conf', join(folder, 'conf'))
      .replaceAll('/var/lib/lemonldap-ng/cache', join(folder, 'cache')),
  )
}
