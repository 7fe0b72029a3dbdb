// An accident must not text many people, and typed text must not be lost.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { newFriend, soon, textsOn } from './friends.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()
let phones: string[]
let groupId: number
let page: Page
beforeAll(async () => {
  const { body: group } = await advisor.partner('POST', '/core/contact/groups', { name: 'Golf club' })
  groupId = group.id
  const names = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Gum', 'Hazel']
  const friends = await Promise.all(names.map(name => newFriend(advisor, name)))
  phones = friends.map(({ phone }) => phone)
  for (const { contactId } of friends)
    await advisor.partner('PUT', `/core/contact/contacts/${contactId}/groups`, { groupIds: [groupId] })
  page = (await advisor.signIn()).page
})

const write = async (text: string): Promise<void> => {
  await page.goto(`${advisor.origin}/app/new?groupId=${groupId}`)
  await page.getByRole('button', { name: 'Send to 7 people' }).waitFor()
  await page.getByLabel('Write a text').fill(text)
}
const received = async (text: string): Promise<number> => {
  const all = await Promise.all(phones.map(phone => textsOn(advisor, phone)))
  return all.flat().filter(words => words === text).length
}
const dialog = () => page.getByRole('dialog', { name: 'Send to 7 people?' })

it('Ctrl+Enter to seven people asks first, and the same key again does not send', async () => {
  await write('Tee off at nine')
  await page.keyboard.press('Control+Enter')
  await dialog().waitFor()
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(1_000)
  expect(await received('Tee off at nine')).toBe(0)
  // The focus is on Go back.
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  expect(await received('Tee off at nine')).toBe(0)
  expect(await page.getByLabel('Write a text').inputValue()).toBe('Tee off at nine')
})

it('a confirmed text can be undone for some seconds, and the draft is still there', async () => {
  await write('Lunch is on me')
  await page.keyboard.press('Control+Enter')
  await dialog().getByRole('button', { name: 'Send to 7 people' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Your text is still here.').waitFor()
  await page.waitForTimeout(9_000)
  expect(await received('Lunch is on me')).toBe(0)
  expect(await page.getByLabel('Write a text').inputValue()).toBe('Lunch is on me')
})

it('a confirmed text that is not undone is sent once to each', async () => {
  await write('Dues are due')
  await page.getByRole('button', { name: 'Send to 7 people' }).click()
  await dialog().getByRole('button', { name: 'Send to 7 people' }).click()
  await page.waitForURL('**/app/inbox', { timeout: 120_000 })
  await soon(async () => expect(await received('Dues are due')).toBe(7))
})

it('leaving the page within those seconds sends the confirmed text', async () => {
  await write('See you there')
  await page.getByRole('button', { name: 'Send to 7 people' }).click()
  await dialog().getByRole('button', { name: 'Send to 7 people' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.goto('about:blank')
  await soon(async () => expect(await received('See you there')).toBe(7))
})

it('unfinished input in To is not dropped: nothing is sent, and the page says why', async () => {
  await page.goto(`${advisor.origin}/app/new`)
  const to = page.getByLabel('Add a person, group or number')
  await to.fill('Friend Ash')
  await page.getByRole('option', { name: /Friend Ash/ }).waitFor()
  // Enter selects the only result.
  await to.press('Enter')
  await page.getByRole('button', { name: 'Send to 1 person' }).waitFor()
  await to.fill('Friend Bir')
  await page.getByLabel('Write a text').fill('Just you two')
  await page.getByText('“Friend Bir” is not a recipient yet').waitFor()
  await page.getByLabel('Write a text').press('Control+Enter')
  await page.waitForTimeout(1_000)
  expect(await received('Just you two')).toBe(0)
  await to.fill('')
  // The list of people may cover the button until the field is left.
  await page.getByLabel('Write a text').focus()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await soon(async () => expect(await received('Just you two')).toBe(1))
})

it('a pasted text that is too long is kept whole, marked, and not sent', async () => {
  await page.goto(`${advisor.origin}/app/new?groupId=${groupId}`)
  const long = `${'word '.repeat(330)}do NOT sell`
  const field = page.getByLabel('Write a text')
  await field.waitFor()
  await field.fill(long)
  expect(await field.inputValue()).toBe(long)
  await page.getByText('61 characters too long').waitFor()
  expect(await page.getByRole('button', { name: /^Send to/ }).isDisabled()).toBe(true)
})

it('Esc in a form with input asks before discarding it', async () => {
  await page.goto(`${advisor.origin}/app/contacts`)
  await page.getByRole('button', { name: 'Add contact' }).click()
  const form = page.getByRole('dialog', { name: 'Add contact' })
  await form.getByLabel('First name').fill('Juniper')
  await page.keyboard.press('Escape')
  await form.getByText('Discard your changes?').waitFor()
  await form.getByRole('button', { name: 'Keep editing' }).click()
  expect(await form.getByLabel('First name').inputValue()).toBe('Juniper')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'detached' })
})
