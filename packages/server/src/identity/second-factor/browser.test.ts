// The pages of second factor, invitation and reset in a browser, without script.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authenticatorOf } from '../../../test/people/authenticator.ts'
import { addStaff } from '../../../test/people/staff.ts'
import {
  closeContexts,
  launchBrowser,
  openPage,
  scrollsSideways,
  sizeNames,
  takePicture,
  violationsOf,
} from '../../../test/processes/browser.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { addPerson, password } from '../../../test/servers/sign-in-server.ts'
import { changeFirm } from '../people/change-firm.ts'
import { invitePerson } from '../sign-in/links/invite-person.ts'

let server: AdvisorApp
let browser: Browser
beforeAll(async () => {
  server = await startAdvisorApp({ mailUrl: 'smtp://127.0.0.1:25' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await closeContexts(browser)
  await server.close()
})

it.each(sizeNames)('a person sets a factor up and signs in with it without script, on a %s', async size => {
  const check = async (page: Page, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `${name}-${size}-${colorScheme}`)
    }
    expect(await scrollsSideways(page)).toBe(false)
  }
  const person = await addPerson(server.database)
  await changeFirm(server.database, person.firmId, { isSecondFactorRequired: true })
  const signIn = async () => {
    const page = await openPage(browser, { size, hasScript: false })
    await page.goto(`${server.origin}/app/sign-in?to=/firm`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    return page
  }
  const setting = await signIn()
  const key = await setting.locator('.key').innerText()
  await check(setting, 'set-up')
  await setting.getByLabel('Code that the app shows').fill(authenticatorOf(key).code())
  await setting.getByRole('button', { name: 'Continue' }).click()
  const recoveryCode = await setting.locator('.codes li').first().innerText()
  await check(setting, 'recovery-codes')
  await setting.getByRole('link', { name: 'I have saved them' }).click()
  await setting.waitForURL(`${server.origin}/firm`)

  const page = await signIn()
  await check(page, 'code')
  await page.getByLabel('Code with 6 digits').fill('12345')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Use a recovery code').click()
  await check(page, 'code-refused')
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await page.waitForURL(`${server.origin}/firm`)

  await page.goto(`${server.origin}/app/sign-in/forgot`)
  await check(page, 'forgot')
  const kim = await addStaff(server.database, { firmId: person.firmId, roles: ['auditor'] })
  const { url } = await invitePerson(server.database, kim, { publicOrigin: server.origin, sendsMail: false })
  await page.goto(url ?? '')
  await check(page, 'new-password')

  // Axe needs scripts.
  const scripted = await openPage(browser, { size })
  for (const address of [`${server.origin}/app/sign-in/forgot`, url ?? '']) {
    await scripted.goto(address)
    expect(await violationsOf(scripted)).toEqual([])
  }
})
