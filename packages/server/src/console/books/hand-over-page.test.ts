// The page on which a book is handed over: what an administrator sees and does, in a browser.
import { appOperations } from '@parley/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Book, openBook } from '../../../test/people/book.ts'
import { createApplication, grantAccess } from '../../../test/people/people.ts'
import { addStaff } from '../../../test/people/staff.ts'
import {
  closeContexts,
  launchBrowser,
  openPage,
  scrollsSideways,
  takePicture,
  violationsOf,
} from '../../../test/processes/browser.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'

let server: AdvisorApp
let book: Book
let browser: Browser
let cookie: { readonly name: string; readonly value: string }
beforeAll(async () => {
  const appFiles = new URL('../../../../web/dist', import.meta.url).pathname
  server = await startAdvisorApp({ appFiles })
  browser = await launchBrowser()
  book = await openBook(server)
  const { anna } = book
  const phoneNumbers = [newPhone(), newPhone(), newPhone()]
  await anna.ok(appOperations.sendFromApp, { body: { phoneNumbers, text: 'Hello' } })
  await anna.reply(phoneNumbers[0] ?? '', 'STOP')
  const { id: applicationId } = await createApplication(server.database)
  await grantAccess(server.database, anna.advisorId, applicationId)
  const roles = ['administrator'] as const
  const { id } = await addStaff(server.database, { firmId: anna.firmId, roles, name: 'Sam Ortiz' })
  const [name = '', value = ''] = (await server.signIn(id)).cookie.split('=')
  cookie = { name, value }
})
afterAll(async () => {
  await closeContexts(browser)
  await server.close()
})

it('shows what happens and what clients read, has no violation of axe, hands the book over and releases what waits', async () => {
  const { anna } = book
  for (const size of ['desktop', 'tablet', 'phone'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, { size })
      await page.emulateMedia({ colorScheme })
      await page.context().addCookies([{ ...cookie, url: server.origin }])
      await page.goto(`${server.origin}/firm/people/${anna.advisorId}`)
      await page.getByRole('link', { name: /^Hand over/ }).click()
      await page.getByLabel('Hand it over to').first().click()
      await page.getByRole('option', { name: 'Bert Cole' }).click()
      await page.getByText('A firm: Bert Cole now looks after you in place of Anna Blum.').waitFor()
      await page.getByText('2 clients get it. 1 may not be texted and does not.').waitFor()
      await page.getByText('An application', { exact: true }).waitFor()
      expect([size, colorScheme, await violationsOf(page), await scrollsSideways(page)]).toEqual([
        size,
        colorScheme,
        [],
        false,
      ])
      await takePicture(page, `hand-over-${size}-${colorScheme}`)
      await page.context().close()
    }
  }
  const page = await openPage(browser)
  await page.context().addCookies([{ ...cookie, url: server.origin }])
  await page.goto(`${server.origin}/firm/books/${anna.advisorId}`)
  await page.getByLabel('Hand it over to').first().click()
  await page.getByRole('option', { name: 'Bert Cole' }).click()
  await page.getByLabel('Notice', { exact: true }).fill('Hello')
  await page.getByText('The notice must name the firm').waitFor()
  expect(await page.getByRole('button', { name: 'Hand over to Bert Cole' }).isDisabled()).toBe(true)
  await page.getByLabel('Notice', { exact: true }).fill('{firm}: {advisor} follows {former}. STOP ends it.')
  await page.getByRole('button', { name: 'Hand over to Bert Cole' }).click()
  await page.getByText('From Anna Blum to Bert Cole').waitFor()
  await takePicture(page, 'hand-over-done')
  expect((await anna.call(appOperations.getMe)).status).toBe(403)
  await page.getByRole('button', { name: /^Release the texts of/ }).click()
  await page.getByText('Nobody can take them back.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByText('The texts are released.').waitFor()
  await page.getByRole('heading', { name: 'Texts on hold' }).waitFor({ state: 'detached' })
})
