// The whole way in a browser: cookies, policies and redirects count as they do for people.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff } from '../../../../test/people/staff.ts'
import {
  closeContexts,
  launchBrowser,
  openPage,
  scrollsSideways,
  takePicture,
  violationsOf,
} from '../../../../test/processes/browser.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { type Firm, prepareFirm, stopProviders } from '../../../../test/servers/firm-sign-in.ts'

let server: AdvisorApp
let browser: Browser
let firm: Firm

beforeAll(async () => {
  server = await startAdvisorApp()
  firm = await prepareFirm(server, 'harbor.example')
  browser = await launchBrowser()
})
afterAll(async () => {
  await closeContexts(browser)
  stopProviders()
  await server.close()
})

it.each(['desktop', 'tablet', 'phone'] as const)(
  'somebody enters an address, signs in at the provider and lands on the page of the firm, on a %s',
  async size => {
    const { email, id } = await addStaff(server.database, {
      firmId: firm.firmId,
      roles: ['auditor'],
      email: `kim-${size}@harbor.example`,
    })
    await firm.setPerson({ sub: `browser-${id}`, email })
    const page = await openPage(browser, { size })
    await page.emulateMedia({ colorScheme: size === 'tablet' ? 'dark' : 'light' })
    const look = async (name: string): Promise<unknown[]> => {
      await takePicture(page, `${name}-${size}`)
      return [await violationsOf(page), await scrollsSideways(page)]
    }
    const fine = [[], false]
    await page.goto(`${server.origin}/app/sign-in?to=%2Ffirm`)
    expect(await look('sign-in')).toEqual(fine)
    await page.getByRole('link', { name: 'Sign in with your firm' }).click()
    await page.getByLabel('Email').fill('kim@nowhere.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    expect(await look('firm-sign-in-refused')).toEqual(fine)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    // The console opens at the first page that the person may see.
    await page.waitForURL(url => url.href.startsWith(`${server.origin}/firm/`))
    expect(await page.getByRole('navigation').textContent()).toContain('Journal')
    await page.goto(`${server.origin}/sign-in/once?link=invented`)
    expect(await look('sign-in-once')).toEqual(fine)
    await page.context().close()
  },
)
