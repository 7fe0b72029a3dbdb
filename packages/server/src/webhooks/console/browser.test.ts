// The developers' console in a browser: no violation that axe knows, three sizes, two schemes, keyboard, no script.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeContexts,
  launchBrowser,
  openPage,
  type PageOptions,
  scrollsSideways,
  takePicture,
  violationsOf,
} from '../../../test/processes/browser.ts'
import { createLink } from '../../../test/servers/console-client.ts'
import { startWebhooks, type WebhookSetting } from '../../../test/servers/webhooks-server.ts'

let setting: WebhookSetting
let browser: Browser
let application: Awaited<ReturnType<WebhookSetting['server']['addApplication']>>
let endpointId: number
let pausedId: number
let untestedId: number
beforeAll(async () => {
  ;[setting, browser] = await Promise.all([startWebhooks(), launchBrowser()])
  application = await setting.server.addApplication()
  await setting.server.owner.query(`update application set name = 'Northwind CRM' where id = $1`, [
    application.id,
  ])
  const [busy, failing, gone, untested] = [
    await setting.createEndpoint(application, {
      types: ['message.*', 'consent.accepted'],
      noticeEmail: 'hooks@partner.test',
    }),
    await setting.createEndpoint(application),
    await setting.createEndpoint(application),
    await setting.createEndpoint(application),
  ]
  endpointId = busy.endpointId
  pausedId = gone.endpointId
  untestedId = untested.endpointId
  await fill(busy.endpointId, 900, 4)
  await fill(failing.endpointId, 60, 60)
  const { owner } = setting.server
  await owner.query(
    `update webhook_endpoint set status = 'failing', failing_since = now() - interval '5 hours' where id = $1`,
    [failing.endpointId],
  )
  await owner.query(
    `update webhook_endpoint set url = 'https://a-rather-long-name-of-a-receiver.eu-central-1.hooks.example.com:8443/events',
       status = 'paused', paused_because = 'gone' where id = $1`,
    [gone.endpointId],
  )
  await owner.query(
    `insert into webhook_parked (application_id, endpoint_id, position, advisor_id, lane, attempts, next_at, missed_at)
     values ($1, $2, 1, 1, 'member 1', 9, now(), now())`,
    [application.id, busy.endpointId],
  )
})
afterAll(async () => {
  await closeContexts(browser)
  await setting.close()
})

/** Attempts of the last day, some of which failed. */
async function fill(id: number, count: number, failedPercent: number): Promise<void> {
  await setting.server.owner.query(
    `insert into webhook_attempt (application_id, endpoint_id, position, attempt, at, advisor_id, event_id, type, outcome,
       http_status, error, milliseconds)
     select $1, $2, n, 1 + n % 3, now() - interval '24 hours' * power(n::float8 / $3::integer, 2), 1, 'evt_' || (1049601 + 1024 * n),
       (array['message.delivered', 'message.accepted', 'consent.accepted', 'message.received'])[1 + n % 4],
       case when n % 100 >= $4::integer then 'delivered' else (array['refused', 'timeout', 'unreachable'])[1 + n % 3] end,
       case when n % 100 >= $4::integer then 204 when n % 3 = 0 then 503 end,
       case when n % 100 < $4::integer and n % 3 = 2 then 'The certificate or TLS failed (CERT_HAS_EXPIRED).' end,
       20 + n % 180
     from generate_series(1, $3::integer) as n`,
    [application.id, id, count, failedPercent],
  )
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

async function enter(
  options: PageOptions = {},
  as = application,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await openPage(browser, options)
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('requestfailed', request => void complaints.push(`${request.url()} failed`))
  await page.goto(`${setting.server.url}/developer/open?link=${await createLink(as)}`)
  return { page, complaints }
}

describe.each(['desktop', 'tablet', 'phone'] as const)('on a %s', size => {
  const check = async (page: Page, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `console-${name}-${size}-${colorScheme}`)
      expect(await violationsOf(page)).toEqual([])
    }
    expect(await scrollsSideways(page)).toBe(false)
  }

  it('axe reports no violation on any page, and nothing is wider than the screen', async () => {
    const { page, complaints } = await enter({ size })
    await check(page, 'open')
    await button(page, 'Open the console').click()
    expect(await heading(page)).toBe('Endpoints')
    await check(page, 'endpoints')
    await page.locator(`a[href="/developer/endpoints/${endpointId}"]`).click()
    await button(page, 'Send a test event').waitFor()
    await check(page, 'endpoint')
    await button(page, 'Send a test event').click()
    expect(await page.getByRole('status').innerText()).toContain('delivered with status 204')
    await page.getByText('Rotate the secret').click()
    await page.getByText('Send events again').click()
    await check(page, 'acts')
    await button(page, 'Rotate').click()
    const secret = await page.locator('.message code').innerText()
    expect(secret).toMatch(/^whsec_/)
    await check(page, 'secret')
    await page.getByRole('link', { name: 'Verify a signature' }).click()
    await button(page, 'Verify').waitFor()
    await check(page, 'verify')
    const received = setting.receiver.received.at(-1)
    const body = received?.body ?? ''
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
    await page
      .getByLabel('Headers')
      .fill(names.map(name => `${name}: ${String(received?.headers[name])}`).join('\n'))
    await page.getByLabel('Raw body').fill(body)
    await button(page, 'Verify').click()
    expect(await page.getByRole('status').innerText()).toContain('The signature is valid.')
    await check(page, 'verified')
    await page.getByLabel('Raw body').fill(`${body.slice(0, -1)} }`)
    await button(page, 'Verify').click()
    expect(await page.getByRole('alert').innerText()).toContain('parsed and written again')
    await check(page, 'not-verified')
    expect(complaints).toEqual([])
    await button(page, 'Leave').click()
    expect(await heading(page)).toBe('Developers’ console')
    await check(page, 'closed')
    await page.context().close()
  })

  it('nor on those of an endpoint that is paused or was never called, and without any endpoint', async () => {
    const { page, complaints } = await enter({ size })
    await button(page, 'Open the console').click()
    await page.waitForURL('**/developer')
    for (const [name, id] of [
      ['paused', pausedId],
      ['untested', untestedId],
    ] as const) {
      await page.goto(`${setting.server.url}/developer/endpoints/${id}`)
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
      await check(page, name)
    }
    await page.context().close()
    const empty = await enter({ size }, await setting.server.addApplication())
    await button(empty.page, 'Open the console').click()
    await empty.page.waitForURL('**/developer')
    expect(await heading(empty.page)).toBe('Endpoints')
    await check(empty.page, 'empty')
    expect([...complaints, ...empty.complaints]).toEqual([])
    await empty.page.context().close()
  })
})

it('everything works by keyboard, with visible focus, and without a script', async () => {
  const { page } = await enter({ hasScript: true })
  // The button has the focus from the start.
  await page.locator('button:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Endpoints' }).waitFor()
  const visited: string[] = []
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Tab')
    visited.push(await page.evaluate('document.activeElement.textContent'))
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
  }
  expect(visited.slice(0, 2)).toEqual(['Endpoints', 'Verify a signature'])
  await page.keyboard.press('Enter')
  await button(page, 'Pause').waitFor()
  await button(page, 'Pause').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  await button(page, 'Resume').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Resumed. What waited is delivered in order.').waitFor()
  await page.context().close()

  const { page: plain } = await enter({ hasScript: false })
  await button(plain, 'Open the console').click()
  await plain.locator(`a[href="/developer/endpoints/${endpointId}"]`).click()
  await button(plain, 'Send 1 given up again').click()
  await plain.getByText('The events are sent again').waitFor()
  await plain.context().close()
})
