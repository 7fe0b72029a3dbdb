import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import {
  closeContexts,
  launchBrowser,
  openPage,
  type PageOptions,
  scrollsSideways,
  sizeNames,
  takePicture,
  violationsOf,
} from '../../../test/processes/browser.ts'
import { type PartnerSite, startPartnerSite } from '../../../test/servers/partner-site.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  password,
  type SignInServer,
  startSignInServer,
} from '../../../test/servers/sign-in-server.ts'

const { database } = await useTestDatabase()
let server: SignInServer
let browser: Browser
let site: PartnerSite
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  ;[browser, server, site] = await Promise.all([
    launchBrowser(),
    startSignInServer({ database }),
    startPartnerSite(),
  ])
  partner = await addPartner(database, { redirectUri: site.redirectUri })
  advisor = await addPerson(database, { identifier: 'avery' })
})
afterAll(async () => {
  await closeContexts(browser)
  await server.app.close()
  await site.close()
})
beforeEach(async () => {
  await database.query('delete from sign_in_failure')
})

const address = (changed = {}): string => `${server.origin}${authorizationPath(partner, changed)}`

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(advisor.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

describe.each(sizeNames)('on a %s', size => {
  /** Checks the page in the light and the dark scheme. */
  const check = async (page: Page, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `${name}-${size}-${colorScheme}`)
      expect(await violationsOf(page)).toEqual([])
    }
    expect(await scrollsSideways(page)).toBe(false)
  }

  it('axe reports no violation on any page of the flow', async () => {
    const { page, complaints } = await openWatched({ size })
    await page.goto(address())
    expect(await heading(page)).toBe('Sign in')
    await check(page, 'sign-in')

    await page.getByLabel('Email').fill(advisor.email)
    await page.getByLabel('Password').fill('wrong')
    await button(page, 'Sign in').click()
    expect(await page.getByRole('alert').innerText()).toContain('Wrong email or password.')
    await check(page, 'sign-in-refused')
    await database.query('update sign_in_failure set failures = 12, last_failed_at = clock_timestamp()')
    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign in').click()
    expect(await page.getByRole('alert').innerText()).toContain('Wait 3 minutes')
    await takePicture(page, `sign-in-wait-${size}`)
    await database.query('delete from sign_in_failure')

    await signIn(page)
    expect(await heading(page)).toBe('Allow Meridian CRM to use your account?')
    await check(page, 'allow')
    const left = page.url()
    await button(page, 'Allow').click()
    await page.waitForURL(`${site.home}/connected`)
    expect(Object.fromEntries(site.callbacks.at(-1) ?? [])).toMatchObject({
      code: expect.any(String),
      state: 'the state',
    })
    // Chromium reports the refusals that the test is about as failed loads.
    expect(complaints.filter(text => !/status of 4(22|29)/.test(text))).toEqual([])

    await page.goto(left)
    expect(await heading(page)).toBe('This page has expired')
    await check(page, 'expired')
    await page.goto(address({ redirect_uri: 'https://elsewhere.example/' }))
    await takePicture(page, `refused-request-${size}`)
    expect(await heading(page)).toBe('This request cannot be accepted')
    await page.context().close()
  })

  it('a long name does not break the layout', async () => {
    const name = `The Extraordinarily Comprehensive Relationship Suite ${'W'.repeat(60)}`
    const long = await addPartner(database, { name, redirectUri: site.redirectUri })
    const { page } = await openWatched({ size })
    await page.goto(`${server.origin}${authorizationPath(long)}`)
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, `sign-in-long-name-${size}`)
    await signIn(page)
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, `allow-long-name-${size}`)
    await page.context().close()
  })
})

async function openWatched(options: PageOptions = {}) {
  const page = await openPage(browser, options)
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => void complaints.push(error.message))
  page.on('requestfailed', request => void complaints.push(`${request.url()} failed`))
  page.on('request', request => {
    const { hostname } = new URL(request.url())
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') complaints.push(`asked ${hostname}`)
  })
  return { page, complaints }
}

describe('a person', () => {
  it('denies, and the application is informed', async () => {
    const { page } = await openWatched()
    await page.goto(address({ state: 'no' }))
    await signIn(page)
    await button(page, 'Deny').click()
    await page.waitForURL(`${site.home}/connected`)
    expect(Object.fromEntries(site.callbacks.at(-1) ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'no',
    })
    await page.context().close()
  })

  it('completes the flow without a script, and shows no button that needs one', async () => {
    const { page } = await openWatched({ hasScript: false })
    await page.goto(address({ state: 'plain' }))
    expect(await button(page, 'Sign in with a passkey').isVisible()).toBe(false)
    await signIn(page)
    await button(page, 'Allow').click()
    await page.waitForURL(`${site.home}/connected`)
    expect(site.callbacks.at(-1)?.get('state')).toBe('plain')
    expect(site.callbacks.at(-1)?.has('code')).toBe(true)
    await page.context().close()
  })

  it('completes the flow by keyboard, with visible focus', async () => {
    const { page } = await openWatched()
    await page.goto(address({ state: 'keys' }))
    // The e-mail field has the focus from the start, which Chromium gives with the first frame.
    await page.locator('#email:focus').waitFor()
    await page.keyboard.type(advisor.email)
    await page.keyboard.press('Tab')
    await page.locator('#password:focus').waitFor()
    await page.keyboard.type(password)
    expect(await page.getByLabel('Email').inputValue()).toBe(advisor.email)
    expect(await page.getByLabel('Password').inputValue()).toBe(password)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('main').innerText(), { timeout: 60_000 }).toContain('Allow Meridian')
    const visited: string[] = []
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('Tab')
      visited.push(await page.evaluate('document.activeElement.textContent'))
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    }
    expect(visited).toEqual(['Not you? Use another account', 'Allow', 'Deny'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.home}/connected`)
    expect(site.callbacks.at(-1)?.has('code')).toBe(true)
    await page.context().close()
  })

  it('who is already signed in only has to allow, or can sign in as someone else', async () => {
    const { page } = await openWatched()
    await page.goto(address())
    await signIn(page)
    await button(page, 'Allow').click()
    await page.waitForURL(`${site.home}/connected`)
    await page.goto(address())
    expect(await heading(page)).toBe('Allow Meridian CRM to use your account?')
    await button(page, 'Not you? Use another account').click()
    expect(await heading(page)).toBe('Sign in')
    await page.context().close()
  })
})

describe('a page of another site', () => {
  it('cannot show ours in a frame', async () => {
    const { page } = await openWatched()
    await page.goto(`${site.home}/`)
    await page.setContent(`<iframe src="${address()}"></iframe>`)
    await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/)
    await page.context().close()
  })
})
