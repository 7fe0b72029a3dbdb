// The console of a firm in a browser: every page at three sizes and in both schemes, the figures of its overview, and what an
// administrator does there.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useAdvisor } from '../advisor/use-advisor.ts'
import { checkInBothSchemes } from '../check-in-both-schemes.ts'
import { onFreshInstallation } from '../installation.ts'

const advisor = useAdvisor(onFreshInstallation)

/** Presses Tab until it has the focus. */
async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    await page.keyboard.press('Tab')
    if ((await locator.and(page.locator(':focus')).count()) > 0) return
  }
  throw new Error('the keyboard does not reach it')
}

const sizes = [
  { size: 'wide', viewport: { width: 1440, height: 900 }, isMobile: false },
  { size: 'tablet', viewport: { width: 820, height: 1180 }, isMobile: false },
  { size: 'phone', viewport: { width: 390, height: 844 }, isMobile: true },
] as const

describe.each(sizes)('every page, $size', ({ size, viewport, isMobile }) => {
  it('has no violation of accessibility and fits the screen', async () => {
    const administrator = await advisor.signInAsAdministrator({ viewport, isMobile })
    const { page, context, complaints } = administrator
    const visit = async (path: string, heading: string): Promise<void> => {
      await page.goto(`${advisor.origin}/firm/${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.waitForLoadState('networkidle')
      await checkInBothSchemes(page, `console-${path.replace(/\W/g, '-')}-${size}`)
    }
    await visit('overview', 'Overview')
    await visit('overview?days=365', 'Overview')
    await visit('overview/entries?figure=texts', 'Texts')
    await visit('people', 'People')
    await visit('numbers', 'Numbers')
    await visit('applications', 'Apps')
    await visit('policy', 'Texting policy')
    await visit('journal', 'Journal')
    await visit('account', 'Your sign-in')

    await page.goto(`${advisor.origin}/firm/people`)
    await page.getByRole('link', { name: 'Morgan Reyes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Morgan Reyes' }).waitFor()
    await checkInBothSchemes(page, `console-person-${size}`)
    await page.goto(`${advisor.origin}/firm/people`)
    await page.getByRole('button', { name: 'Add a person' }).click()
    await page.getByRole('dialog').getByLabel('Advisor').check()
    await page.getByLabel('Identifier').waitFor()
    await checkInBothSchemes(page, `console-add-${size}`)
    await page.goto(`${advisor.origin}/firm/policy`)
    await page.getByRole('textbox', { name: 'Answer to HELP' }).fill('Call us.')
    await page.getByText('must name the firm').waitFor()
    await checkInBothSchemes(page, `console-policy-lint-${size}`)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the overview', () => {
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
})

describe('an administrator', () => {
  it('adds an assistant, who sets a password, acts for an advisor, and loses it again', async () => {
    const { page, context } = await advisor.signInAsAdministrator()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Kim Lee')
    await dialog.getByLabel('Email').fill('kim@cedarfinch.test')
    await dialog.getByLabel('Assistant').check()
    await dialog.getByRole('button', { name: 'Add and invite' }).click()
    const link = await dialog.getByText('/sign-in/').innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Kim Lee' }).click()
    await page.getByRole('combobox', { name: 'Advisor' }).click()
    await page.getByRole('option', { name: 'Blake Ramirez' }).click()
    await page.getByRole('button', { name: 'Let Kim act for them' }).click()
    await page.getByRole('button', { name: 'End for Blake Ramirez' }).waitFor()

    const kim = await advisor.openSignIn({ to: new URL(link).pathname + new URL(link).search })
    await kim.page.getByLabel('New password').fill('a quiet harbour at dawn')
    await kim.page.getByRole('button', { name: 'Set password' }).click()
    await kim.page.getByRole('link', { name: 'Sign in' }).click()
    await kim.page.getByLabel('Email').fill('kim@cedarfinch.test')
    await kim.page.getByLabel('Password').fill('a quiet harbour at dawn')
    await kim.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await kim.page.getByText('Acting for').waitFor()

    await page.getByRole('button', { name: 'End for Blake Ramirez' }).click()
    await page.getByText('For nobody yet.').waitFor()
    await kim.page.getByText('You do not act for any advisor yet.', { exact: false }).waitFor()
    expect(new URL(kim.page.url()).pathname).toBe('/firm/account')
    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByText('Assistant no longer acts for an advisor', { exact: false }).first().waitFor()
    await kim.context.close()
    await context.close()
  })

  it('puts a policy in force with the keyboard alone, and sees what changed and who decided it', async () => {
    const { page, context } = await advisor.signInAsAdministrator({ to: '/firm/policy' })
    const box = page.getByRole('textbox', { name: 'Answer to HELP' })
    await box.waitFor()
    await tabTo(page, box)
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' We answer on weekdays.')
    const save = page.getByRole('button', { name: 'Put in force' })
    await page.getByText('Not in force yet.').waitFor()
    await tabTo(page, save)
    await page.keyboard.press('Enter')
    await page.getByText('is in force.', { exact: false }).waitFor()
    await page.getByRole('tab', { name: /Versions/ }).click()
    expect(await page.locator('ins').first().innerText()).toContain('We answer on weekdays.')
    await page.getByText('Decided by Morgan Reyes', { exact: false }).first().waitFor()
    await checkInBothSchemes(page, 'console-versions-wide')
    await context.close()
  })

  it('keeps an unsaved policy: it asks before another page opens, and keeps the words of a request', async () => {
    const { page, context } = await advisor.signInAsAdministrator({ to: '/firm/policy' })
    const request = page.getByRole('textbox', { name: 'Consent request' })
    await request.waitFor()
    const words = `${await request.inputValue()} Thank you.`
    await request.fill(words)
    const asking = page.getByRole('switch', { name: 'Ask clients for consent' })
    await asking.press('Space')
    await page.getByText('Nothing is sent.').waitFor()
    await asking.press('Space')
    expect(await request.inputValue()).toBe(words)

    await page.getByRole('tab', { name: /Versions/ }).click()
    await page.getByRole('tab', { name: /In force|Defaults/ }).click()
    expect(await request.inputValue()).toBe(words)

    const people = page.getByRole('link', { name: 'People', exact: true })
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await people.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await request.inputValue()).toBe(words)
    await people.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await context.close()
  })
})
