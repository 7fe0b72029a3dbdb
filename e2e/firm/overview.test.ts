// The overview of a firm: a figure grows with what happens, and leads to the entries that it counts.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Advisor, startAdvisor } from '../advisor/start-advisor.ts'

vi.setConfig({ testTimeout: 480_000 })

let advisor: Advisor
beforeAll(async () => {
  advisor = await startAdvisor()
}, 1_200_000)
afterAll(() => advisor.stop())

it('counts a consent request within seconds, and shows it by figure, by advisor and by keyboard', async () => {
  const phone = '+12025554321'
  // The first advisor of the sandbox is of another firm than its administrator.
  const { advisors, application, baseUrl } = advisor.service
  const answer = await fetch(`${new URL(baseUrl).origin}/v1/text/messaging/consent-requests`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${advisors[1]?.accessToken}`,
      'x-api-key': application.apiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ phoneNumbers: [phone] }),
  })
  expect(answer.status).toBe(200)
  const { page, context, complaints } = await advisor.signInAsAdministrator({ to: '/firm/overview' })
  const asked = page.getByRole('link', { name: /asked$/ })
  await expect
    .poll(
      async () => {
        await page.reload()
        await asked.waitFor()
        return asked.innerText()
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toMatch(/^[1-9]/)
  const number = Number.parseInt(await asked.innerText(), 10)
  await asked.click()
  await page.getByRole('heading', { level: 1, name: 'Consent requests' }).waitFor()
  await page.getByText(`${number} ${number === 1 ? 'entry' : 'entries'}`, { exact: false }).waitFor()
  expect(await page.getByText('Consent requested').count()).toBe(number)
  expect(await page.content()).not.toContain(phone.slice(2))

  await page.getByRole('link', { name: 'Overview' }).last().click()
  const chart = page.getByRole('slider', { name: 'Texts by day' })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('End')
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/: [1-9]/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Texts' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Opt-outs' }).click()
  expect(await page.getByRole('columnheader', { name: 'Opt-outs' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  expect(complaints).toEqual([])
  await context.close()
})
