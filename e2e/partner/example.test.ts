// The example application, as an advisor uses it: in a browser, against the real service.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { closeContexts, launchBrowser } from '../launch-browser.ts'
import { type Service, startService } from '../service.ts'

const main = fileURLToPath(new URL('../../examples/partner-app/src/main.ts', import.meta.url))
let service: Service
let browser: Browser
let page: Page
let origin: string
let application: ChildProcess

beforeAll(async () => {
  ;[service, browser] = await Promise.all([freePort().then(startService), launchBrowser()])
  origin = `http://127.0.0.1:${await freePort()}`
  const redirectUri = `${origin}/callback`
  const registration = await service.operate<object>(
    `app add "Meridian Notes" --redirect-uri ${redirectUri} --rate 5000 --burst 10000 --daily-quota none
      --scope "openid offline_access core.contacts.read text.messaging.read text.messaging.write"`,
  )
  const sandbox = JSON.parse(await readFile(join(service.folder, '.parley/dev.json'), 'utf8')) as object
  await writeFile(
    join(service.folder, 'sandbox.json'),
    JSON.stringify({ ...sandbox, application: { ...registration, redirectUri } }),
  )
  await startApplication()
  page = await browser.newPage()
  page.setDefaultTimeout(120_000)
}, 720_000)
afterAll(async () => {
  await stopApplication('SIGTERM')
  await closeContexts(browser)
  await service.stop()
})

async function startApplication(): Promise<void> {
  application = spawn(process.execPath, [main], {
    cwd: service.folder,
    env: { ...process.env, PARLEY_SANDBOX: 'sandbox.json' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!application.stdout) throw new Error('The application has no output.')
  expect(String(await once(application.stdout, 'data'))).toContain(origin)
}

async function stopApplication(signal: NodeJS.Signals): Promise<void> {
  if (application.exitCode !== null || application.signalCode !== null) return
  const exited = once(application, 'exit')
  application.kill(signal)
  await exited
}

/** As the recipient's phone, with the credentials of the sandbox's own application. */
async function reply(phone: string, text: string): Promise<void> {
  const answer = await fetch(`${service.baseUrl}/sandbox/handsets/${encodeURIComponent(phone)}/replies`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.advisors[0]?.accessToken}`,
      'x-api-key': service.application.apiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text }),
  })
  expect(answer.status).toBe(200)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const listed = (text: string, status: string) =>
  page.locator('#texts li', { hasText: text }).locator('strong', { hasText: status })

async function connect(answer: 'Allow' | 'Deny'): Promise<void> {
  await page.goto(origin)
  await page.getByRole('link', { name: 'Connect with Parley' }).click()
  const email = page.getByLabel('Email')
  await Promise.race([email.waitFor(), button('Allow').waitFor()])
  if (await email.isVisible()) {
    await email.fill(service.advisors[0]?.email ?? '')
    await page.getByLabel('Password').fill(service.advisors[0]?.password ?? '')
    await button('Sign in').click()
  }
  await button(answer).click()
  await page.waitForURL(`${origin}/**`)
}

let lastPhone = 'nobody yet'

/** Texts the contact at this position of the first page and returns the phone number. */
async function write(place: number, text: string): Promise<string> {
  await page.locator('#contacts button').nth(place).click()
  await page.locator('#contact').waitFor()
  const about = page.locator('#about')
  // The text of this contact, not of the previous one.
  await about.filter({ hasText: '+', hasNotText: lastPhone }).waitFor()
  const [phone = ''] = /\+\d+/.exec(await about.innerText()) ?? []
  lastPhone = phone
  await page.getByLabel('Text', { exact: true }).fill(text)
  await button('Send').click()
  return phone
}

async function look(name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
    const folder = process.env['SCREENSHOTS']
    if (folder)
      await page.screenshot({ path: `${folder}/example-${name}-${colorScheme}.png`, fullPage: true })
  }
}

describe('the example application', () => {
  it('tells an advisor who denies it that nothing is connected', async () => {
    await connect('Deny')
    const alert = page.getByRole('alert').filter({ hasText: 'access denied' })
    await alert.waitFor()
    expect(await alert.innerText()).toBe('You are not connected: access denied.')
    await look('refused')
  })

  it('signs an advisor in and lists contacts', async () => {
    await connect('Allow')
    await page.getByText('300 contacts').waitFor()
    expect(await page.locator('#contacts button').count()).toBe(10)
    await button('Next').click()
    await page.getByText('Page 2 of 30').waitFor()
    await page.getByLabel('Search').fill('alvarez')
    await page.getByText('Page 1 of 1').waitFor()
    await page.getByLabel('Search').fill('')
    await page.getByText('300 contacts').waitFor()
  })

  it('keeps every token away from the browser', async () => {
    const cookies = (await page.context().cookies()).filter(({ name }) => name === 'partner-session')
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax' }])
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    const stored = await readFile(join(service.folder, 'partner-app.json'), 'utf8')
    expect(stored).toContain('refreshToken')
  })

  it('sends a text, asks for consent, and shows the progress live', async () => {
    const phone = await write(0, 'Your papers are ready.')
    await listed('Your papers are ready.', 'waiting for consent').waitFor()
    await look('waiting')
    await reply(phone, 'YES')
    await listed('Your papers are ready.', 'delivered').waitFor()
    await page.getByText('agreed to texts').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false)
    await look('delivered-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
    await look('delivered')
  })

  it('respects a STOP', async () => {
    const phone = await write(1, 'Shall we meet?')
    await listed('Shall we meet?', 'waiting for consent').waitFor()
    await reply(phone, 'STOP')
    await listed('Shall we meet?', 'opted out').waitFor()
    await page.getByText('must not be texted').waitFor()
    expect(await button('Send').isVisible()).toBe(false)
  })

  it('continues after being killed while waiting', async () => {
    const phone = await write(2, 'Happy birthday!')
    await listed('Happy birthday!', 'waiting for consent').waitFor()
    await stopApplication('SIGKILL')
    await reply(phone, 'YES')
    await startApplication()
    await connect('Allow')
    await listed('Happy birthday!', 'delivered').waitFor()
    expect(await page.locator('#texts li', { hasText: 'Happy birthday!' }).count()).toBe(1)
  })

  it('refuses requests without a session, and callbacks of flows it did not start', async () => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    for (const path of ['/api/me', '/api/contacts', '/api/contacts/1', '/api/events']) {
      expect((await fetch(`${origin}${path}`)).status).toBe(401)
    }
    const body = JSON.stringify({ phone: '+12025550123', text: 'Hello', recipient: 'Nobody' })
    expect((await fetch(`${origin}/api/texts`, { ...options, body })).status).toBe(401)
    const callback = await fetch(`${origin}/callback?code=stolen&state=guessed`, { redirect: 'manual' })
    expect(callback.headers.get('location')).toBe('/?refused=no_session')
  })

  it('forgets the advisor after signing out', async () => {
    await button('Sign out').click()
    await page.getByRole('link', { name: 'Connect with Parley' }).waitFor()
    expect((await page.request.get(`${origin}/api/me`)).status()).toBe(401)
  })
})
