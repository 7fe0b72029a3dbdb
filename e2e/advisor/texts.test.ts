// Reading and writing texts: at every width, with what a screen reader gets, choosing recipients, and sending again what failed.
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFriend, soon, textsOn, writeFrom } from './friends.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()
const fullName = 'Friend Kowalski-Bergstrom'
let friend: { readonly phone: string; readonly memberId: number }
let page: Page
beforeAll(async () => {
  friend = await newFriend(advisor, 'Kowalski-Bergstrom')
  page = (await advisor.signIn()).page
})

async function show(path: string, width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 1000 })
  await page.goto(`${advisor.origin}/app/${path}`)
}

const widthOf = async (box: Locator): Promise<number> => (await box.boundingBox())?.width ?? 0
const isCut = (box: Locator) => box.evaluate(element => element.scrollWidth > element.clientWidth)

describe('on a tablet', () => {
  it.each([769, 820, 900, 1000, 1024])('shows list, thread and name at %i pixels', async width => {
    await show(`inbox/${friend.memberId}`, width)
    const thread = page.getByRole('region', { name: `Conversation with ${fullName}` })
    const name = thread.getByRole('heading', { name: fullName })
    await name.waitFor()
    expect(await page.getByRole('region', { name: 'Conversations' }).isVisible()).toBe(true)
    expect(await widthOf(thread)).toBeGreaterThanOrEqual(420)
    expect(await isCut(name), 'the name is cut').toBe(false)
    // Icons keep their names.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contacts' }).click()
    await page.waitForURL('**/app/contacts')
  })
})

describe('on a phone', () => {
  it.each([390, 320])('shows whole names in the recipient list at %i pixels', async width => {
    await show('new', width)
    await page.getByLabel('Add a person, group or number').fill('Kowalski')
    const offer = page.getByRole('option', { name: fullName })
    await offer.waitFor()
    expect(await isCut(offer.getByText(fullName))).toBe(false)
    const box = await offer.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  })
})

describe('the recipient list', () => {
  it('offers people whose name begins with the words before groups', async () => {
    // The sandbox has a group called Business owners.
    for (const [firstName, emailAddress] of [
      ['Aaron', 'business@mail.test'],
      ['Ines', 'jordan@mail.test'],
    ]) {
      await advisor.partner('POST', '/core/contact/contacts', { firstName, lastName: 'Jordan', emailAddress })
    }
    await show('new')
    await page.getByRole('combobox', { name: 'Add a person, group or number' }).fill('ines')
    const options = page.getByRole('listbox', { name: 'People, groups and numbers' }).getByRole('option')
    await options.filter({ hasText: 'Business owners' }).first().waitFor()
    const names = (await options.allInnerTexts()).map(text => text.split('\n')[0])
    expect(names[0]).toBe('Ines Jordan')
    expect(names.indexOf('Ines Jordan')).toBeLessThan(names.indexOf('Business owners'))
  })

  it('is a combobox without violations, open, empty and with a selected option', async () => {
    await show('new')
    const field = page.getByRole('combobox', { name: 'Add a person, group or number' })
    const violations = async () =>
      (
        await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag22aa']).analyze()
      ).violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    await field.fill('a')
    await page.getByRole('option').nth(1).waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await violations()).toEqual([])
    await field.press('ArrowDown')
    const active = await field.getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).getAttribute('role')).toBe('option')
    await field.fill('nobody has this name')
    await page.getByText('No results').waitFor()
    expect(await violations()).toEqual([])
  })
})

describe('a text that was not delivered', () => {
  it('can be tried again: the composer has its words', async () => {
    const handset = `/sandbox/handsets/${encodeURIComponent(friend.phone)}`
    await show(`inbox/${friend.memberId}`)
    const composer = page.getByLabel(`Text to ${fullName}`)
    await composer.waitFor()
    const behave = (behaviour: string) =>
      page.evaluate(
        async ([path = '', body = '']) => {
          const answer = await fetch(path, {
            method: 'PUT',
            headers: { 'content-type': 'application/json' },
            body,
          })
          return answer.status
        },
        [`/app/api${handset}`, JSON.stringify({ behaviour })],
      )
    expect(await behave('fails')).toBeLessThan(300)
    await composer.fill('The deadline is Friday')
    await composer.press('Control+Enter')
    const bubble = page.getByRole('log').getByRole('listitem').filter({ hasText: 'The deadline is Friday' })
    await bubble.getByText(/Not delivered|Failed/).waitFor()
    await behave('delivers')
    await composer.fill('And one more thing')
    await bubble.getByRole('button', { name: 'Try again' }).click()
    expect(await composer.inputValue()).toBe('And one more thing\n\nThe deadline is Friday')
    await composer.fill('The deadline is Friday')
    await composer.press('Control+Enter')
    await soon(async () => expect(await textsOn(advisor, friend.phone)).toContain('The deadline is Friday'))
  })
})

describe('a thread', () => {
  it('says who wrote each bubble', async () => {
    await show(`inbox/${friend.memberId}`)
    const composer = page.getByLabel(`Text to ${fullName}`)
    await composer.fill('Lunch on Friday?')
    await composer.press('Control+Enter')
    await advisor.partner('POST', '/text/messaging/messages', { phone: friend.phone, text: 'From the CRM' })
    await soon(async () => expect(await textsOn(advisor, friend.phone)).toContain('From the CRM'))
    await writeFrom(advisor, friend.phone, 'Yes, Friday works')
    await writeFrom(advisor, friend.phone, 'HELP')
    await writeFrom(advisor, friend.phone, 'STOP')
    await advisor.partner('POST', '/text/messaging/messages', { phone: friend.phone, text: 'Too late' })
    const bubbles = page.getByRole('log').getByRole('listitem')
    await bubbles.filter({ hasText: 'Too late' }).waitFor()
    await bubbles.filter({ hasText: 'no more texts' }).waitFor()
    const authorOf = async (words: string) =>
      // The text that assistive technology gets, hidden elements included.
      /(?:listitem|text): ["']?([^:"'\n]+):/.exec(
        await bubbles.filter({ hasText: words }).first().ariaSnapshot(),
      )?.[1]
    expect({
      request: await authorOf('Reply YES'),
      own: await authorOf('Lunch on Friday?'),
      application: await authorOf('From the CRM'),
      reply: await authorOf('Yes, Friday works'),
      help: await authorOf('this number is how you text'),
      confirmation: await authorOf('no more texts'),
      refused: await authorOf('Too late'),
    }).toEqual({
      request: 'Partner demo, for you',
      own: 'You',
      application: 'Partner demo, for you',
      reply: fullName,
      help: 'Automatic reply',
      confirmation: 'Automatic reply',
      refused: 'Partner demo, for you',
    })
    const texts = await bubbles.evaluateAll(items =>
      items.filter(item => 'direction' in item.dataset).map(item => item.textContent),
    )
    for (const text of texts)
      expect(text).toMatch(/^(You|Partner demo, for you|Friend Kowalski-Bergstrom|Automatic reply): /)
  })
})
