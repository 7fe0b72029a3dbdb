import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeContexts,
  launchBrowser,
  openPage,
  scrollsSideways,
  sizeNames,
  takePicture,
  violationsOf,
} from '../../test/processes/browser.ts'
import { createTestServer, listen } from '../../test/servers/http.ts'
import { serveReference } from './serve-reference.ts'

const app = createTestServer()
let browser: Browser
let origin: string

beforeAll(async () => {
  serveReference(app, { config: { publicOrigin: 'http://127.0.0.1', environment: 'sandbox' } })
  ;[browser, { url: origin }] = await Promise.all([launchBrowser(), listen(app)])
})
afterAll(async () => {
  await closeContexts(browser)
  await app.close()
})

/** A page, with its errors and its requests to other hosts. */
async function openWatched(size: (typeof sizeNames)[number]): Promise<{ page: Page; complaints: string[] }> {
  const page = await openPage(browser, { size })
  page.setDefaultTimeout(120_000)
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('favicon')) complaints.push(message.text())
  })
  page.on('pageerror', error => void complaints.push(error.message))
  page.on('request', request => {
    if (!/^(data:|blob:)/.test(request.url()) && new URL(request.url()).origin !== origin) {
      complaints.push(`asked ${request.url()}`)
    }
  })
  // The icon belongs to the sign-in pages, which are not served here.
  await page.route('**/oauth/assets/icon.svg', route =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  return { page, complaints }
}

describe.each(sizeNames)('on a %s', size => {
  it('the reference shows every operation with samples that run, and contacts no other host', async () => {
    const { page, complaints } = await openWatched(size)
    await page.goto(`${origin}/docs`)
    await page.getByRole('heading', { name: 'Send or schedule a text' }).first().waitFor()
    expect(await page.title()).toContain('API reference')
    await page.getByText('$BASE/text/messaging/messages').first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `docs-${size}-${colorScheme}`)
      expect(await violationsOf(page)).toEqual([])
    }
    expect(await scrollsSideways(page)).toBe(false)
    expect(complaints).toEqual([])
    await page.context().close()
  }, 480_000)

  it('the start page, the guides and the problem pages pass axe', async () => {
    const { page, complaints } = await openWatched(size)
    const paths = [
      '',
      'docs/guides',
      'docs/guides/authorization',
      'docs/guides/production',
      'docs/guides/sdk',
    ]
    for (const path of [...paths, 'problems', 'problems/rate_limited', 'problems/invalid_request']) {
      await page.goto(`${origin}/${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await takePicture(page, `${path.replaceAll('/', '-') || 'start'}-${size}-${colorScheme}`)
        expect(await violationsOf(page)).toEqual([])
      }
      expect(await scrollsSideways(page)).toBe(false)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  }, 480_000)

  it('the navigation leads from any page to any other, without a script', async () => {
    const page = await openPage(browser, { size, hasScript: false })
    const navigation = page.getByRole('navigation', { name: 'Documentation' })
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const follow = async (label: string): Promise<void> => {
      if (await menu.isVisible()) await menu.click()
      await navigation.getByRole('link', { name: label, exact: true }).click()
    }
    await page.goto(`${origin}/`)
    for (const [label, path, heading] of [
      ['Sending', '/docs/guides/sending', 'Send texts and retry safely'],
      ['Errors', '/problems', 'Errors'],
      ['API reference', '/docs', 'API reference'],
      ['Start', '/', 'Parley'],
    ] as const) {
      await follow(label)
      await page.waitForURL(`${origin}${path}`)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      expect(await navigation.locator('[aria-current=page]').getAttribute('href')).toBe(path)
    }
    await page.context().close()
  })
})
