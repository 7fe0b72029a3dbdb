import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Sdk from '../../../packages/sdk/src/index.ts'
import { freePort } from '../../free-port.ts'
import { FormBrowser } from '../form-browser.ts'
import { isText } from '../matches.ts'
import { runPolling } from '../run-polling.ts'
import type { Scenario } from '../scenario.ts'

const built = new URL('../../../packages/sdk/dist/index.js', import.meta.url)
const example = fileURLToPath(new URL('../../../examples/partner-app/src/main.ts', import.meta.url))

const sdk: Scenario = {
  name: 'the SDK: state, verifier and polling',
  run: async ({ service }, { statement }) => {
    const { ParleyOAuth } = (await import(built.href)) as typeof Sdk
    const { application, authUrl, tokenUrl } = service
    const oauth = new ParleyOAuth({ authUrl, tokenUrl, ...application })
    const [first, second] = await Promise.all([
      oauth.authorize(['core.contacts.read']),
      oauth.authorize(['core.contacts.read']),
    ])
    statement('5.35', 'verifier and state', first.pending, {
      codeVerifier: /^[\w-]{43}$/,
      state: /^[\w-]{22}$/,
    })
    const parameters = Object.fromEntries(new URL(first.url).searchParams)
    statement('5.53 5.54 5.27', 'the request', parameters, {
      code_challenge_method: 'S256',
      state: first.pending.state,
    })
    statement(
      '5.54',
      'state and verifier of the next',
      [
        second.pending.state === first.pending.state,
        second.pending.codeVerifier === first.pending.codeVerifier,
      ],
      [false, false],
    )
    statement(
      '5.21',
      'the secret in the browser’s address',
      first.url.includes(application.clientSecret),
      false,
    )
    statement(
      '5.36',
      'the verifier in the browser’s address',
      first.url.includes(first.pending.codeVerifier),
      false,
    )
    const mismatch = await oauth.exchange('?code=stolen&state=guessed', first.pending).then(
      () => 'exchanged',
      (error: { code?: string }) => error.code,
    )
    statement('5.38', 'another state', mismatch, 'state_mismatch')

    const { polls, outcome } = await runPolling()
    const seconds = polls.map((atMs, index) => (index === 0 ? 0 : (atMs - (polls[index - 1] ?? 0)) / 1_000))
    statement(
      '4.22 8.7',
      'the first 5 minutes',
      seconds.slice(1, 11),
      Array.from({ length: 10 }, () => 30),
    )
    statement(
      '4.22 8.7',
      'then',
      seconds.slice(11, -1).every(each => each === 300),
      true,
    )
    statement('4.22 8.7', 'the last poll after hours', (polls.at(-1) ?? 0) / 3_600_000, 24)
    statement('4.22 8.7', 'the outcome', outcome, 'expired')
  },
}

const exampleApplication: Scenario = {
  name: 'the example application keeps tokens on its server',
  run: async ({ service }, { statement }) => {
    const origin = `http://127.0.0.1:${await freePort()}`
    const redirectUri = `${origin}/callback`
    const registration = await service.operate<object>(
      `app add "Meridian Notes" --redirect-uri ${redirectUri}
        --scope "openid offline_access core.contacts.read text.messaging.read text.messaging.write"`,
    )
    const sandbox = JSON.parse(await readFile(join(service.folder, '.parley/dev.json'), 'utf8')) as object
    const settings = { ...sandbox, application: { ...registration, redirectUri } }
    await writeFile(join(service.folder, 'sandbox.json'), JSON.stringify(settings))
    const application = spawn(process.execPath, [example], {
      cwd: service.folder,
      env: { ...process.env, PARLEY_SANDBOX: 'sandbox.json' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      if (application.stdout) await once(application.stdout, 'data')
      const open = async (url: string, cookie = '') => {
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
        return {
          location: response.headers.get('location') ?? '',
          cookies: response.headers.getSetCookie(),
          text: await response.text(),
        }
      }
      const start = await open(`${origin}/sign-in`)
      statement(
        '5.36 5.46',
        'the session cookie',
        start.cookies.join(),
        /^partner-session=.*HttpOnly.*SameSite=Lax/i,
      )
      const [session = ''] = start.cookies[0]?.split(';') ?? []
      const state = new URL(start.location).searchParams.get('state') ?? ''
      statement('5.36', 'the state in the cookie', [state, session.includes(state)], [isText, false])
      const [advisor] = service.advisors
      if (!advisor) throw new Error('The sandbox has no advisor.')
      const { callback } = await new FormBrowser().authorize(start.location, advisor, 'allow')
      const foreign = await open(callback?.href ?? '')
      statement('5.36 5.38', 'the callback in another browser', foreign.location, /refused=no_session/)
      const done = await open(callback?.href ?? '', session)
      statement('5.36', 'the callback', done.location, '/')
      const [signedIn = ''] = done.cookies[0]?.split(';') ?? []
      const again = await open(callback?.href ?? '', session)
      statement('5.36', 'the callback a second time', again.location, /refused=/)
      const stored = await readFile(join(service.folder, 'partner-app.json'), 'utf8')
      const accessToken = /"accessToken":\s*"([^"]+)"/.exec(stored)?.[1] ?? 'none'
      statement('5.46', 'tokens on the server', accessToken, /^ey/)
      const me = await open(`${origin}/api/me`, signedIn)
      statement(
        '5.46',
        'tokens in the browser',
        [me.text.includes(accessToken), decodeURIComponent(signedIn).includes(accessToken)],
        [false, false],
      )
      statement('5.46', 'who is signed in', me.text, /avery/i)
    } finally {
      application.kill('SIGTERM')
      if (application.exitCode === null && application.signalCode === null) await once(application, 'exit')
    }
  },
}

export const partnerKitScenarios: readonly Scenario[] = [exampleApplication, sdk]
