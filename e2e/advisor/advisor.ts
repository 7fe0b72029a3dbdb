// A signed-in advisor: the built app in a browser, and other actors on the same account.
import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { closeContexts, launchBrowser } from '../launch-browser.ts'
import type { Service } from '../service.ts'

export interface Advisor {
  readonly service: Service
  readonly origin: string
  /** A separate browser with a signed-in advisor. */
  signIn(options?: SignIn): Promise<Window>
  /** A separate browser with the administrator of a firm, in the console. */
  signInAsAdministrator(options?: SignIn): Promise<Window>
  /** A separate browser at the sign-in page. */
  openSignIn(options?: SignIn): Promise<Window>
  /** Calls the partner API as the demo application of the sandbox. */
  readonly partner: (method: string, path: string, body?: unknown, origin?: string) => Promise<PartnerAnswer>
  /** Ends all of the browser's contexts, and not the installation. */
  close(): Promise<void>
}

interface SignIn extends BrowserContextOptions {
  /** Index of the sandbox advisor. */
  readonly who?: number
  /** Origin of the api. */
  readonly at?: string
  readonly to?: string
}

interface PartnerAnswer {
  readonly status: number
  /** The parts used here; which are present depends on the operation. */
  readonly body: {
    readonly id: number
    readonly memberId: number
    readonly successes: readonly { readonly memberId: number }[]
    readonly data: readonly { readonly text: string }[]
  }
}

interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Unexpected page errors, policy violations and requests to other origins. */
  readonly complaints: string[]
}

export async function advisorOf(service: Service): Promise<Advisor> {
  const browser = await launchBrowser()
  const origin = new URL(service.baseUrl).origin
  return {
    service,
    origin,
    signIn: options => signIn(browser, service, options),
    signInAsAdministrator: options =>
      signInAs(browser, service, service.administrator, { to: '/firm', ...options }),
    openSignIn: options => openSignIn(browser, service, options),
    partner: (method, path, body, at = origin) => askAsPartner(service, `${at}/v1${path}`, method, body),
    close: () => closeContexts(browser),
  }
}

/** Retries what may succeed later: the sandbox's default usage plan is soon used up, and a busy machine can reach a time limit. */
async function askAsPartner(
  service: Service,
  address: string,
  method: string,
  body: unknown,
  key: string = randomUUID(),
): Promise<PartnerAnswer> {
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${service.advisors[0]?.accessToken}`,
      'x-api-key': service.application.apiKey,
      ...(method === 'POST' && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const parsed = JSON.parse((await answer.text()) || '{}') as PartnerAnswer['body'] & { retryable?: boolean }
  if (parsed.retryable) {
    await new Promise(resolve => setTimeout(resolve, 1_000))
    return askAsPartner(service, address, method, body, key)
  }
  return { status: answer.status, body: parsed }
}

async function openSignIn(
  browser: Browser,
  service: Service,
  { who: _who, at = new URL(service.baseUrl).origin, to = '/app/inbox', ...options }: SignIn = {},
): Promise<Window> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const complaints: string[] = []
  context.on('page', page => {
    page.setDefaultTimeout(120_000)
    page.on('pageerror', error => complaints.push(`error: ${error.message}`))
    page.on('console', message => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text())
    })
  })
  context.on('request', request => {
    const url = new URL(request.url())
    const isOurs = url.hostname === '127.0.0.1' || url.hostname === 'localhost'
    if (!isOurs && url.protocol !== 'data:') complaints.push(`asked ${url.host}`)
  })
  const page = await context.newPage()
  await page.goto(`${at}${to}`)
  return { context, page, complaints }
}

async function signIn(browser: Browser, service: Service, options: SignIn = {}): Promise<Window> {
  const known = service.advisors[options.who ?? 0]
  if (!known) throw new Error('the sandbox has no such advisor')
  return signInAs(browser, service, known, options)
}

async function signInAs(
  browser: Browser,
  service: Service,
  { email, password }: { readonly email: string; readonly password: string },
  options: SignIn,
): Promise<Window> {
  const { at = new URL(service.baseUrl).origin, to = '/app/inbox' } = options
  const opened = await openSignIn(browser, service, options)
  const { page } = opened
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => url.href.startsWith(`${at}${to}`))
  return opened
}
