// Writing: choosing recipients, and sending again what failed.
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newFriend, soon, textsOn } from './friends.ts'
import { type Advisor, startAdvisor } from './start-advisor.ts'

vi.setConfig({ testTimeout: 960_000 })

let advisor: Advisor
beforeAll(async () => {
  advisor = await startAdvisor()
}, 1_200_000)
afterAll(() => advisor.stop())

describe('the recipient list', () => {
  it('offers people whose name begins with the words before groups', async () => {
    // The sandbox has a group called Business owners.
    for (const [firstName, emailAddress] of [
      ['Aaron', 'business@mail.test'],
      ['Ines', 'jordan@mail.test'],
    ]) {
      await advisor.partner('POST', '/core/contact/contacts', { firstName, lastName: 'Jordan', emailAddress })
    }
    const { context, page } = await advisor.signIn({ to: '/app/new' })
    await page.getByRole('combobox', { name: 'Add a person, group or number' }).fill('ines')
    const options = page.getByRole('listbox', { name: 'People, groups and numbers' }).getByRole('option')
    await options.filter({ hasText: 'Business owners' }).first().waitFor()
    const names = (await options.allInnerTexts()).map(text => text.split('\n')[0])
    expect(names[0]).toBe('Ines Jordan')
    expect(names.indexOf('Ines Jordan')).toBeLessThan(names.indexOf('Business owners'))
    await context.close()
  })

  it('is a combobox without violations, open, empty and with a selected option', async () => {
    const { context, page } = await advisor.signIn({ to: '/app/new' })
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
    await context.close()
  })
})

describe('a text that was not delivered', () => {
  it('can be tried again: the composer has its words', async () => {
    const friend = await newFriend(advisor, 'Unlucky')
    const handset = `/sandbox/handsets/${encodeURIComponent(friend.phone)}`
    const { context, page } = await advisor.signIn({ to: `/app/inbox/${friend.memberId}` })
    const composer = page.getByLabel('Text to Friend Unlucky')
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
    await context.close()
  })
})
