// The advisor app under failures: slow or lost responses, and concurrent changes.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newContact, newFriend, soon, textsOn, writeFrom } from './friends.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()

/** The service processes the request, and its first response is delayed until released. */
async function holdAnswer(page: Page, address: string): Promise<{ letGo: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    address,
    async route => {
      const response = await route.fetch()
      await promise
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  return { letGo: resolve }
}

/** The service processes the request, and its first response is lost. */
const loseAnswer = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

const sends = '**/app/api/messages*'

describe('a text', () => {
  it('that is continued while it is being sent keeps the new words', async () => {
    const { phone, memberId } = await newFriend(advisor, 'Patience')
    const { context, page } = await advisor.signIn({ to: `/app/inbox/${memberId}` })
    const box = page.getByLabel('Text to Friend Patience')
    await box.fill('The form is ready.')
    const { letGo } = await holdAnswer(page, sends)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await soon(async () => expect(await textsOn(advisor, phone)).toContain('The form is ready.'))
    await box.pressSequentially(' Bring your')
    letGo()
    await soon(async () => expect(await box.inputValue()).toBe('Bring your'))
    await context.close()
  })

  it('is sent once, even if the advisor leaves, returns and sends it again', async () => {
    const { phone, memberId } = await newFriend(advisor, 'Once')
    const other = await newFriend(advisor, 'Other')
    const { context, page } = await advisor.signIn({ to: `/app/inbox/${memberId}` })
    await page.getByLabel('Text to Friend Once').fill('Only one of these.')
    await loseAnswer(page, sends)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Text not sent').waitFor()
    await page.getByRole('link', { name: 'Friend Other' }).click()
    await page.waitForURL(`**/app/inbox/${other.memberId}`)
    await page.getByRole('link', { name: 'Friend Once' }).click()
    const box = page.getByLabel('Text to Friend Once')
    expect(await box.inputValue()).toBe('Only one of these.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await soon(async () => expect(await box.inputValue()).toBe(''))
    // Whatever was sent before this has arrived when this has.
    await box.fill('And this.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await soon(async () => expect(await textsOn(advisor, phone)).toContain('And this.'))
    expect((await textsOn(advisor, phone)).filter(text => text === 'Only one of these.')).toHaveLength(1)
    await context.close()
  })

  it('to a new recipient is kept when the advisor visits another page, and when it is refused', async () => {
    const { phone } = await newFriend(advisor, 'Leaves')
    const { context, page } = await advisor.signIn({ to: '/app/new' })
    const text = page.getByLabel('Write a text')
    await text.fill('Half a thought')
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('heading', { name: 'Contacts' }).waitFor()
    await page.getByRole('link', { name: 'New text' }).first().click()
    expect(await text.inputValue()).toBe('Half a thought')
    await page.getByLabel('Add a person, group or number').fill(phone)
    await page.keyboard.press('Enter')
    const send = page.getByRole('button', { name: 'Send to 1 person' })
    await send.waitFor()
    // The recipient opts out between the preview and the send.
    await page.route(
      sends,
      async route => {
        await writeFrom(advisor, phone, 'STOP')
        await soon(async () => expect((await textsOn(advisor, phone)).join()).toContain('opted out'))
        await route.continue()
      },
      { times: 1 },
    )
    await send.click()
    await page.getByText('Not sent', { exact: true }).waitFor()
    await page.getByText('1 person won’t get this text: they opted out').waitFor()
    expect(await text.inputValue()).toBe('Half a thought')
    await context.close()
  })
})

describe('who gets a text', () => {
  it('is refreshed when someone joins the group, and names the person asked for consent', async () => {
    const { body: group } = await advisor.partner('POST', '/core/contact/groups', { name: 'Choir' })
    const join = (contactId: number) =>
      advisor.partner('PUT', `/core/contact/contacts/${contactId}/groups`, { groupIds: [group.id] })
    const stopped = await newFriend(advisor, 'Silent')
    await writeFrom(advisor, stopped.phone, 'STOP')
    await join(stopped.contactId)
    const { context, page } = await advisor.signIn({ to: `/app/new?groupId=${group.id}` })
    await page.getByText('0 of 1 will get this text').waitFor()
    const unasked = await newContact(advisor, 'Unasked')
    await join(unasked.contactId)
    await page.getByText('0 of 2 will get this text').waitFor()
    await page.getByRole('button', { name: 'Ask for consent…' }).click()
    await page.getByText('Friend Unasked hasn’t agreed to texts yet').waitFor()
    expect(await page.getByText('Friend Silent hasn’t agreed', { exact: false }).count()).toBe(0)
    await context.close()
  })

  it('is asked for consent once, even if the response is lost and no event arrives', async () => {
    const { phone } = await newContact(advisor, 'Twice')
    const { context, page } = await advisor.signIn({ to: '/app/settings' })
    await page.route('**/app/api/events*', route => route.abort())
    await page.goto(`${advisor.origin}/app/new?phone=%2B${phone.slice(1)}`)
    await page.getByRole('button', { name: 'Ask for consent…' }).click()
    await loseAnswer(page, '**/app/api/recipients/consent-requests*')
    await page.getByRole('button', { name: 'Request consent' }).click()
    await page.getByText('Request not sent').waitFor()
    await page.getByRole('button', { name: 'Request consent' }).click()
    await page.getByText('Consent request sent').waitFor()
    await writeFrom(advisor, phone, 'YES')
    // Whatever was sent before this has arrived when this has.
    await soon(async () => {
      await advisor.partner('POST', '/text/messaging/messages', { phone, text: 'Welcome.' })
      expect(await textsOn(advisor, phone)).toContain('Welcome.')
    })
    expect((await textsOn(advisor, phone)).filter(text => text.includes('Reply YES'))).toHaveLength(1)
    await context.close()
  })
})

describe('the address book', () => {
  it('has a contact once even if the first response was lost, and leaves a page that has become empty', async () => {
    const { context, page, complaints } = await advisor.signIn({
      to: '/app/contacts?search=Lostanswer&page=3',
    })
    // No results on page 3 or on page 1.
    await page.waitForURL('**/app/contacts?**page=1**')
    await page.getByText('No contacts found').waitFor()
    await page.getByRole('button', { name: 'Add contact' }).first().click()
    await page.getByLabel('First name').fill('Lostanswer')
    await loseAnswer(page, '**/app/api/**/contacts')
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add contact' })
    await add.click()
    await page.getByText('The service cannot be reached.', { exact: false }).waitFor()
    await add.click()
    await page.waitForURL('**/app/contacts/*')
    await page.goto(`${advisor.origin}/app/contacts?search=Lostanswer`)
    await page.getByText('1–1 of 1 contact').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('many tabs', () => {
  it('can be open at once, and each catches up when it becomes visible', async () => {
    const { phone, memberId } = await newFriend(advisor, 'Tabs')
    const { context, page: first, complaints } = await advisor.signIn({ to: `/app/inbox/${memberId}` })
    // A headless browser has no hidden tabs.
    const look = (page: Page, isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`)
    await first.getByLabel('Text to Friend Tabs').waitFor()
    await look(first, true)
    for (let tab = 2; tab <= 7; tab += 1) {
      const page = await context.newPage()
      await page.goto(`${advisor.origin}/app/inbox`)
      await page.getByRole('link', { name: 'Friend Tabs' }).waitFor()
      await look(page, true)
    }
    await writeFrom(advisor, phone, 'Is anybody there?')
    await look(first, false)
    await first.getByRole('log').getByText('Is anybody there?').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a lost connection', () => {
  it('is reported, and cleared when the connection survives it', async () => {
    const { context, page, complaints } = await advisor.signIn()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await page.getByText('Not connected.').waitFor()
    await page.evaluate("window.dispatchEvent(new Event('online'))")
    await page.getByText('Not connected.').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a page that was not opened before', () => {
  it('opens without a connection, with navigation to the others', async () => {
    const { context, page, complaints } = await advisor.signIn()
    const isThere =
      "performance.getEntriesByType('resource').some(({ name }) => name.includes('contacts-page'))"
    await expect.poll(() => page.evaluate(isThere), { timeout: 120_000 }).toBe(true)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('heading', { name: 'Contacts' }).waitFor()
    await page.getByText('The service cannot be reached.').waitFor()
    await context.setOffline(false)
    // It appears automatically.
    await page.getByText('1–50 of').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a session', () => {
  it('that ends during writing keeps the draft and shows no data', async () => {
    const { phone, memberId } = await newFriend(advisor, 'Patient')
    const { context, page, complaints } = await advisor.signIn({ to: `/app/inbox/${memberId}` })
    const box = page.getByLabel('Text to Friend Patient')
    await box.fill('I have thought about this for an hour.')
    await context.clearCookies()
    // Unless the page has already noticed by itself.
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click({ timeout: 3_000 }).catch(() => undefined)
    const [beside] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('dialog', { name: 'You are signed out' }).getByRole('link', { name: 'Sign in' }).click(),
    ])
    // It is not just hidden: it is not in the page.
    expect(await page.content()).not.toContain('Patient')
    const { email = '', password = '' } = advisor.service.advisors[0] ?? {}
    await beside.getByLabel('Email').fill(email)
    await beside.getByLabel('Password').fill(password)
    await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
    await beside.getByRole('heading', { name: 'Inbox' }).waitFor()
    await beside.close()
    await page.bringToFront()
    await box.waitFor()
    expect(await box.inputValue()).toBe('I have thought about this for an hour.')
    await send.click()
    await soon(async () =>
      expect(await textsOn(advisor, phone)).toContain('I have thought about this for an hour.'),
    )
    await page.getByText('Delivered').last().waitFor()

    // Signing out leaves the page, whatever was being written.
    page.on('dialog', dialog => {
      complaints.push(dialog.type())
      void dialog.accept()
    })
    await box.fill('Never mind')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/app/sign-in')
    expect(complaints).toEqual([])
    await context.close()
  })
})
