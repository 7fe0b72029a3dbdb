// A partner's initial setup: a service, the SDK, a browser, a site and a registration.

import type { Browser } from 'playwright-core'
import type { Parley, ParleyOptions, TokenStore } from '../../packages/sdk/src/index.ts'
import { freePort } from '../free-port.ts'
import { closeContexts, launchBrowser } from '../launch-browser.ts'
import { type Service, startService } from '../service.ts'
import { type InstalledSdk, installSdk } from './install-sdk.ts'
import { type PartnerSite, startPartnerSite } from './partner-site.ts'
import { type Proxy, startProxy } from './proxy.ts'

interface Registration {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
}

export interface Partner extends InstalledSdk {
  readonly service: Service
  /** Proxy between client and service. */
  readonly proxy: Proxy
  readonly site: PartnerSite
  readonly registration: Registration
  /** The service's address, through the proxy. */
  readonly baseUrl: string
  /** Tokens that the site has received. */
  readonly store: TokenStore
  /** Visits the site, signs in as the first advisor and returns the final text. */
  visit(button: 'Allow' | 'Deny'): Promise<string>
  /** A client for the advisor who authorized. */
  client(options?: Partial<ParleyOptions>): Parley
  stop(): Promise<void>
}

/** Stops everything if one part does not start. */
export async function startPartner(): Promise<Partner> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(ends.map(end => end()))
  }
  const part = async <T>(starting: Promise<T>, end: (started: T) => Promise<unknown>): Promise<T> => {
    const started = await starting
    ends.push(() => end(started))
    return started
  }
  const parts = [
    part(freePort().then(startService), service => service.stop()),
    part(installSdk(), installed => installed.remove()),
    part(startPartnerSite(), site => site.close()),
    part(launchBrowser(), closeContexts),
  ] as const
  try {
    await Promise.allSettled(parts)
    const [service, installed, site, browser] = await Promise.all(parts)
    const proxy = await part(startProxy(new URL(service.baseUrl).origin), started => started.close())
    return { ...(await compose({ service, installed, site, browser, proxy })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Parts {
  readonly service: Service
  readonly installed: InstalledSdk
  readonly site: PartnerSite
  readonly browser: Browser
  readonly proxy: Proxy
}

async function compose(parts: Parts): Promise<Omit<Partner, 'stop'>> {
  const { service, installed, site, browser, proxy } = parts
  const registration = await service.operate<Registration>(
    `app add "Black box" --redirect-uri ${site.redirectUri} --rate 5000 --burst 10000 --daily-quota none
      --scope "openid offline_access core.contacts.read core.contacts.write core.content.read"
      --scope "text.messaging.read text.messaging.write"
      --grant-type "authorization_code refresh_token client_credentials"`,
  )
  const { Parley, ParleyOAuth } = installed.sdk
  const { authUrl } = service
  const { redirectUri } = site
  const oauth = new ParleyOAuth({
    authUrl,
    tokenUrl: `${proxy.origin}/oauth/token`,
    redirectUri,
    ...registration,
  })
  site.oauth = oauth
  const baseUrl = `${proxy.origin}/v1`
  const store: TokenStore = {
    load: () => site.tokens,
    save: tokens => {
      site.tokens = tokens
    },
  }
  return {
    ...installed,
    service,
    proxy,
    site,
    registration,
    baseUrl,
    store,
    visit: button => visit(browser, site, service, button),
    client: options =>
      new Parley({ baseUrl, apiKey: registration.apiKey, accessToken: oauth.accessToken(store), ...options }),
  }
}

async function visit(
  browser: Browser,
  site: PartnerSite,
  { advisors }: Service,
  button: string,
): Promise<string> {
  const [advisor] = advisors
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(site.origin)
  await page.getByLabel('Email').fill(advisor?.email ?? '')
  await page.getByLabel('Password').fill(advisor?.password ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.waitForURL(`${site.origin}/**`)
  const text = await page.innerText('body')
  await page.close()
  return text
}
