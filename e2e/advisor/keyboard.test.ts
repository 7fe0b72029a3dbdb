// The advisor app without a mouse, by someone who types faster than the service responds.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newFriend } from './friends.ts'
import { type Advisor, startAdvisor } from './start-advisor.ts'

// Each test has many steps in a browser.
vi.setConfig({ testTimeout: 960_000 })

let advisor: Advisor
let zebra: { readonly memberId: number }
beforeAll(async () => {
  advisor = await startAdvisor()
  await newFriend(advisor, 'Aardvark')
  zebra = await newFriend(advisor, 'Zebra')
}, 1_200_000)
afterAll(() => advisor.stop())

/** The palette, opened by its key. */
async function openPalette(page: Page) {
  await page.getByRole('main').waitFor()
  const palette = page.getByRole('dialog', { name: 'Search everything' })
  const field = palette.getByLabel('Search everything')
  // A page that has just appeared, or whose palette is still closing, ignores the key.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Control+k')
        return field.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        )
      },
      { timeout: 120_000 },
    )
    .toBe(true)
  return { palette, field, offers: palette.getByRole('option') }
}

/** Delays search responses until the returned function is called. */
async function holdSearch(page: Page, words: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(new RegExp(`[?&]search=${words}(&|$)`), async route => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

describe('keyboard only', () => {
  it('finds people and pages, and moves through the inbox', async () => {
    const { context, page } = await advisor.signIn()
    const { offers } = await openPalette(page)
    await page.keyboard.type('Zebra')
    await offers.filter({ hasText: 'Friend Zebra' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/app/inbox/${zebra.memberId}`)
    // Works within a field as well.
    await page.getByLabel('Text to Friend Zebra').focus()
    await openPalette(page)
    await page.keyboard.type('S')
    await offers.filter({ hasText: 'Settings' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/settings')
    // Every dialog returns the focus when it closes.
    const focused = (what: string) => page.evaluate(`document.activeElement?.${what}`)
    await page.getByLabel('Current password').focus()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused('autocomplete')).toBe('current-password')
    await page.goto(`${advisor.origin}/app/groups`)
    const add = page.getByRole('button', { name: 'New group' })
    await add.press('Enter')
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused('innerText')).toBe('New group')
    await page.goto(`${advisor.origin}/app/inbox`)
    const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    await rows.first().getByRole('link').focus()
    await page.keyboard.press('ArrowDown')
    await vi.waitFor(
      async () =>
        expect(await page.evaluate("document.activeElement.closest('[data-index]')?.dataset.index")).toBe(
          '1',
        ),
      60_000,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/inbox/*')
    await context.close()
  })

  it('opens a result of the current input, never of earlier input', async () => {
    const { context, page } = await advisor.signIn({ to: '/app/library' })
    const { palette, field, offers } = await openPalette(page)
    await field.fill('Aardvark')
    await offers.filter({ hasText: 'Friend Aardvark' }).waitFor()
    const answer = await holdSearch(page, 'Zebra')
    await field.fill('Zebra')
    expect(await offers.allInnerTexts()).toEqual([])
    await page.keyboard.press('Enter')
    await palette.getByText('Searching…').waitFor()
    // Long after the debounce delay, while only the old response is there.
    await page.waitForTimeout(400)
    expect(page.url()).toBe(`${advisor.origin}/app/library`)
    answer()
    await page.waitForURL(`**/app/inbox/${zebra.memberId}`)

    const again = await openPalette(page)
    await again.field.fill('Aardvark')
    await again.offers.filter({ hasText: 'Friend Aardvark' }).waitFor()
    await again.field.fill('Sched')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/scheduled')
    await context.close()
  })

  it('ignores an Enter when typing continues', async () => {
    const { context, page } = await advisor.signIn({ to: '/app/library' })
    const { field, offers } = await openPalette(page)
    const answer = await holdSearch(page, 'Aardvark')
    await field.fill('Aardvark')
    await page.keyboard.press('Enter')
    await field.fill('Zebra')
    answer()
    await offers.filter({ hasText: 'Friend Zebra' }).waitFor()
    await page.waitForTimeout(400)
    expect(page.url()).toBe(`${advisor.origin}/app/library`)
    await context.close()
  })

  it('never adds a recipient found for earlier input', async () => {
    const { context, page } = await advisor.signIn({ to: '/app/new' })
    const field = page.getByLabel('Add a person, group or number')
    await field.fill('Aardvark')
    await page.getByRole('option', { name: 'Friend Aardvark' }).waitFor()
    const answer = await holdSearch(page, 'Zebra')
    await field.fill('Zebra')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    answer()
    await page.getByRole('option', { name: 'Friend Zebra' }).waitFor()
    expect(await page.getByRole('button', { name: 'Remove Friend Aardvark' }).count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Friend Zebra' }).waitFor()
    await context.close()
  })
})
