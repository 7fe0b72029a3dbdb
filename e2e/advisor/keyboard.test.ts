// The advisor app without a mouse, by someone who types faster than the service responds.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newFriend, soon, textsOn } from './friends.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()
let zebra: { readonly memberId: number; readonly phone: string }
beforeAll(async () => {
  ;[zebra] = await Promise.all([newFriend(advisor, 'Zebra'), newFriend(advisor, 'Aardvark')])
})

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

/** A keyboard that counts: each key press, and each character of a text. */
function countedKeyboard(page: Page) {
  let keys = 0
  return {
    press: async (...names: readonly string[]) => {
      for (const name of names) await page.keyboard.press(name)
      keys += names.length
    },
    type: async (words: string) => {
      await page.keyboard.type(words)
      keys += words.length
    },
    count: () => keys,
  }
}

const focusedLabel = (page: Page) =>
  page.evaluate("document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent")

async function expectFocus(page: Page, label: string): Promise<void> {
  await expect.poll(() => focusedLabel(page), { timeout: 60_000 }).toBe(label)
}

describe('from sign-in to a sent text', () => {
  const words = 'On my way'

  /** Signs in by keyboard alone. */
  async function signInByKeys() {
    const { context, page } = await advisor.openSignIn()
    const keyboard = countedKeyboard(page)
    const { email = '', password = '' } = advisor.service.advisors[0] ?? {}
    await page.locator('#email:focus').waitFor()
    await keyboard.type(email)
    await keyboard.press('Tab')
    await page.locator('#password:focus').waitFor()
    await keyboard.type(password)
    await keyboard.press('Enter')
    await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').nth(1).waitFor()
    return { context, page, keyboard, signInKeys: keyboard.count() }
  }

  it('takes few keys by the palette', async () => {
    const { context, page, keyboard, signInKeys } = await signInByKeys()
    await keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search everything' }).getByRole('combobox').waitFor()
    await keyboard.type('zeb')
    await page.getByRole('option', { name: 'Friend Zebra' }).waitFor()
    await keyboard.press('Enter')
    await expectFocus(page, 'Text to Friend Zebra')
    // Stays there when the palette has faded out.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page, 'Text to Friend Zebra')
    await keyboard.type(words)
    await keyboard.press('Control+Enter')
    await page.getByRole('log').getByText(words, { exact: true }).waitFor()
    await soon(async () => expect(await textsOn(advisor, zebra.phone)).toContain(words))
    const keys = keyboard.count() - signInKeys - words.length
    process.stdout.write(`Keys by the palette: ${keys} and the text, ${keyboard.count()} from sign-in\n`)
    expect(keys).toBeLessThanOrEqual(6)
    await context.close()
  })

  it('takes few keys by the list, which is one tab stop', async () => {
    const { context, page, keyboard, signInKeys } = await signInByKeys()
    const isInList = () => page.evaluate("document.activeElement.closest('[data-index]') !== null")
    // The skip link, then Enter.
    await keyboard.press('Tab', 'Enter')
    for (let tabs = 0; tabs < 30 && !(await isInList()); tabs += 1) await keyboard.press('Tab')
    expect(await isInList()).toBe(true)
    await keyboard.press('End')
    const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
    const last = (await rows.count()) - 1
    const focusedRow = () => page.evaluate("document.activeElement.closest('[data-index]')?.dataset.index")
    await expect.poll(focusedRow).toBe(String(last))
    await keyboard.press('Home')
    await expect.poll(focusedRow).toBe('0')
    await page.keyboard.press('Tab')
    expect(await isInList(), 'the next Tab leaves the list').toBe(false)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(focusedRow).toBe('0')
    const name = await rows.first().getByRole('link').locator('[data-name]').innerText()
    await keyboard.press('Enter')
    await expectFocus(page, `Text to ${name}`)
    await keyboard.type(words)
    await keyboard.press('Control+Enter')
    await page.getByRole('log').getByText(words, { exact: true }).last().waitFor()
    const keys = keyboard.count() - signInKeys - words.length
    process.stdout.write(`Keys by the list: ${keys} and the text, ${keyboard.count()} from sign-in\n`)
    expect(keys).toBeLessThanOrEqual(16)
    await context.close()
  })

  it('moves to the heading of a thread that has no composer', async () => {
    const { body } = await advisor.partner('POST', '/text/messaging/consent-requests', {
      phoneNumbers: ['+12025557001'],
    })
    const { context, page } = await advisor.signIn()
    await page.locator(`[href$="/inbox/${body.successes[0]?.memberId}"]`).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedLabel(page)).toBe('(202) 555-7001')
    await context.close()
  })
})

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

describe('single keys', () => {
  let page: Page
  beforeAll(async () => {
    page = (await advisor.signIn()).page
  })

  it.each(['inbox', 'groups', 'scheduled', 'settings'])(
    'n on %s opens New text with the caret in To',
    async on => {
      await page.goto(`${advisor.origin}/app/${on}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('n')
      await page.waitForURL('**/app/new')
      await expect.poll(() => focusedLabel(page)).toBe('Add a person, group or number')
      await page.keyboard.type('Zeb')
      await page.getByRole('option', { name: 'Friend Zebra' }).waitFor()
    },
  )

  it('c adds a contact from anywhere, but not from within a dialog', async () => {
    await page.goto(`${advisor.origin}/app/library`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('[role=dialog]') !== null"))
      .toBe(true)
    await dialog.getByLabel('First name').fill('Keyed')
    await dialog.getByRole('button', { name: 'Add contact' }).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('c')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(page.url()).toBe(`${advisor.origin}/app/library`)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/contacts/*')
    await page.getByRole('heading', { name: 'Keyed' }).waitFor()
  })
})
