// The address book in a browser against the running service.
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newFriend, newPhone, soon } from './friends.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()

const longBook = `
  insert into contact (advisor_id, source, first_name, last_name, email_status)
  select advisor.id, 1, 'Paged', lpad(n::text, 4, '0'), 0 from advisor, generate_series(1, 1005) as n
  where identifier = 'blake'`

/** 300 groups; the last has one contact, and one more, sorted after all others, has 5,001. */
const manyGroups = `
  with blake as (select id from advisor where identifier = 'blake'),
  made as (
    insert into contact_group (advisor_id, name, source, contact_count)
    select blake.id, name, 0, size from blake, (
      select 'Club ' || n as name, (n = 299)::integer as size from generate_series(1, 299) as n
      union all select 'Everybody', 5001
    ) as planned returning advisor_id, id, name
  ),
  members as (
    insert into member (advisor_id, phone, consent, has_accepted)
    select blake.id, '+1' || (4000000000 + n), 'accepted', true from blake, generate_series(1, 5001) as n
    returning advisor_id, phone
  ),
  contacts as (
    insert into contact (advisor_id, source, first_name, last_name, phone, email_status, group_count)
    select advisor_id, 1, 'Grouped', substr(phone, 9), phone, 0, 1 + (phone = '+14000005001')::integer from members
    returning advisor_id, id, phone
  )
  insert into membership (advisor_id, contact_id, group_id)
  select contacts.advisor_id, contacts.id, made.id from contacts, made
  where made.name = 'Everybody' or made.name = 'Club 299' and phone = '+14000005001'`

const isOnScreen = async (locator: Locator): Promise<boolean> => {
  const box = await locator.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= 844
}

describe('a contact whose number changes', () => {
  const wait = 3 * 86_400_000

  it('has its scheduled texts held unless the advisor chooses otherwise, and the page says what to do', async () => {
    const { contactId, memberId, phone } = await newFriend(advisor, 'Corrected')
    await soon(async () => {
      const { body } = await advisor.partner('POST', '/text/messaging/messages', {
        phone,
        text: 'Private: your account ending 4412.',
        scheduleDelivery: true,
        deliveryDate: Date.now() + wait,
      })
      expect(body.successes[0]?.memberId).toBe(memberId)
    })
    const { context, page, complaints } = await advisor.signIn({ to: `/app/contacts/${contactId}` })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Mobile number').fill(newPhone())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change number' })
    await dialog.getByText('1, the next one', { exact: false }).waitFor()
    await dialog.getByText('Agreed to texts. Consent stays with the old number', { exact: false }).waitFor()
    expect(await dialog.getByRole('radio', { name: 'Hold' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Save new number' }).click()
    await page.getByText('1 scheduled text is on hold.', { exact: false }).waitFor()

    await page.goto(`${advisor.origin}/app/scheduled`)
    await page.getByText('1 text is on hold', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Review' }).click()
    await page.getByRole('link', { name: 'Private: your account', exact: false }).click()
    const drawer = page.getByRole('dialog', { name: 'Scheduled text' })
    await drawer.getByText('now has a different number', { exact: false }).waitFor()
    await drawer.getByRole('button', { name: 'Release' }).click()
    await page.getByText('It will be sent as scheduled.').waitFor()
    await page.getByText('No texts on hold').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a group', () => {
  it('is renamed', async () => {
    await advisor.partner('POST', '/core/contact/groups', { name: 'Book club' })
    const { context, page } = await advisor.signIn({ to: '/app/groups?search=club' })
    await page.getByRole('button', { name: 'Rename group Book club' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Reading club')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByRole('link', { name: 'Reading club' }).waitFor()
    expect(await page.getByRole('link', { name: 'Book club' }).count()).toBe(0)
    await context.close()
  })
})

describe('a search', () => {
  const sample = [
    ['José', 'O’Connor', '+13035553571', `jose o'connor`, '(303) 555-3571'],
    ['Zoë', 'García López', '+13035553612', 'Lopez, Zoe', '303-555-3612'],
    ['Łukasz', 'Müller', '+13035553653', 'MULLER LUKASZ', '303.555.3653'],
    ['Søren', 'Anne-Dubois', '+13035553694', 'soren anne dubois', '+1 303 555 3694'],
    ['D’Arcy', 'van der Berg', '+13035553735', 'berg darcy', '1 (303) 5553735'],
    ['Đặng', 'O’Neil', '+13035553776', 'dang oneil', '555-3776'],
    ['Inês', 'Straße', '+13035553817', 'strasse ines', '5553817'],
    ['François', 'St. John', '+13035553858', 'st john francois', '303 / 555 / 3858'],
  ] as const

  it('finds people by any spelling, among contacts, in the palette and for a new text', async () => {
    const contacts = sample.map(([firstName, lastName, phone]) => {
      return { externalContactId: phone, firstName, lastName, phone }
    })
    expect((await advisor.partner('POST', '/core/contact/contacts/batch', { contacts })).status).toBe(200)
    const { context, page } = await advisor.signIn({ to: '/app/contacts' })
    const find = async (field: Locator, result: (name: string) => Locator): Promise<void> => {
      for (const [firstName, lastName, , byName, byNumber] of sample) {
        for (const words of [byName, byNumber]) {
          await field.fill(words)
          await result(`${firstName} ${lastName}`).first().waitFor()
        }
      }
    }
    await find(page.getByLabel('Search contacts'), name => page.getByRole('link', { name }))
    await page.keyboard.press('Control+k')
    const options = (name: string) => page.getByRole('option').filter({ hasText: name })
    await find(page.getByRole('combobox', { name: 'Search everything' }), options)
    await page.goto(`${advisor.origin}/app/new`)
    await find(page.getByLabel('Add a person, group or number'), options)
    await context.close()
  })
})

describe('the address book', () => {
  it('imports a file of 1,000 contacts after showing what would happen', async () => {
    const { context, page, complaints } = await advisor.signIn({ to: '/app/contacts/import' })
    const lines = Array.from(
      { length: 1_000 },
      (_, n) => `Imported${n},Person,(312) 555-${String(n).padStart(4, '0')}`,
    )
    const file = ['Given name,Family name,Mobile', ...lines, 'Wrong,Number,12'].join('\n')
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByText('Match columns to fields').waitFor()
    await page.getByLabel('Field for Given name').selectOption('firstName')
    await page.getByLabel('Field for Family name').selectOption('lastName')
    await page.getByLabel('Field for Mobile').selectOption('phone')
    const mistake = page.getByRole('listitem').filter({ hasText: 'Line 1,002' })
    await mistake.getByText('Wrong Number: Couldn’t read the phone number "12"').waitFor()
    // Leaving the page loses nothing, before the import starts and after.
    await page.reload()
    await mistake.waitFor()
    await page.getByRole('button', { name: 'Import 1,001 contacts' }).click()
    await page.getByText('Import finished').waitFor({ timeout: 480_000 })
    await page.reload()
    await page.getByText('Import finished').waitFor()
    await page.getByRole('link', { name: 'Show contacts' }).click()
    await page.getByLabel('Search contacts').fill('Imported999')
    await page.getByRole('link', { name: 'Imported999 Person' }).click()
    await page.getByText('(312) 555-0999').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('jumps to any page, scrolls to its top, and dims the old rows until it has loaded', async () => {
    await advisor.service.lock(longBook)
    const { context, page } = await advisor.signIn({
      who: 1,
      to: '/app/contacts?search=Paged',
      viewport: { width: 390, height: 844 },
    })
    const first = page.getByRole('link', { name: 'Paged 0001' })
    const opacity = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.querySelector('main tbody')).opacity")
    await first.waitFor()
    let answer = (): void => {}
    await page.route(/page=20/, async route => {
      await new Promise<void>(resolve => (answer = resolve))
      await route.continue()
    })
    const field = page.getByRole('textbox', { name: 'Page, of 21' })
    await field.scrollIntoViewIfNeeded()
    expect(await first.isVisible()).toBe(true)
    await field.fill('20')
    await field.press('Enter')
    await soon(async () => expect(await opacity()).toBe('0.5'))
    expect(await page.locator('main [aria-busy=true]').count()).toBe(1)
    await first.waitFor()
    answer()
    await page.getByRole('link', { name: 'Paged 0951' }).waitFor()
    expect(await opacity()).toBe('1')
    await page.getByText('951–1,000 of 1,005 contacts').waitFor()
    await soon(async () => expect(await isOnScreen(page.getByRole('searchbox'))).toBe(true))

    // A page past the end shows the last page; input that is not a number does nothing.
    await field.fill('999')
    await field.press('Enter')
    await page.getByRole('link', { name: 'Paged 1005' }).waitFor()
    await page.getByText('1,001–1,005 of 1,005 contacts').waitFor()
    await field.fill('all')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('21')
    await page.getByRole('button', { name: 'Previous page' }).click()
    await page.getByRole('link', { name: 'Paged 0951' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Paged 1005' }).waitFor()
    await context.close()
  })

  it('finds any of hundreds of groups, and says when one is too large for a text', async () => {
    await advisor.service.lock(manyGroups)
    const { context, page } = await advisor.signIn({ who: 1, to: '/app/contacts' })
    const group = page.getByRole('combobox', { name: 'Group' })
    await group.fill('club 299')
    await page.getByRole('option', { name: 'Club 299' }).click()
    await page.getByRole('link', { name: 'Grouped 5001' }).waitFor()
    await page.getByText('1–1 of 1 contact').waitFor()
    // The URL has only the id; the name is fetched.
    await page.reload()
    await expect.poll(() => group.inputValue()).toBe('Club 299')
    // Typing starts a new search.
    await group.click()
    await page.keyboard.type('club 297')
    await page.getByRole('option', { name: 'Club 297' }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Grouped 5001' }).click()
    const memberships = page.getByRole('combobox', { name: 'Groups of this contact' })
    await memberships.fill('club 298')
    const joined = page.waitForResponse(response => response.request().method() !== 'GET')
    await page.getByRole('option', { name: 'Club 298' }).click()
    // A page that is left while it saves would not have saved.
    await joined
    await page.reload()
    await page.getByText('Club 298').first().waitFor()

    await page.goto(`${advisor.origin}/app/contacts?search=Grouped+5001`)
    await group.fill('everybody')
    await page.getByRole('option', { name: 'Everybody' }).click()
    await page.getByRole('link', { name: 'Text this group' }).click()
    await page.getByRole('alert').getByText('A text can go to at most 5,000 numbers.').waitFor()
    await page.getByLabel('Write a text').fill('Good morning')
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await context.close()
  })

  it('shows how far the deletion of a large group is', async () => {
    await advisor.service.lock(`
      insert into group_removal (advisor_id, group_id, name, contact_count, remaining)
      select id, 1, 'Golf', 400000, 120000 from advisor where identifier = 'blake'`)
    const { context, page, complaints } = await advisor.signIn({ who: 1, to: '/app/groups' })
    const line = page.getByText('Golf is being deleted: 120,000 of 400,000 members left')
    await line.waitFor()
    await advisor.service.lock('delete from group_removal')
    await line.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('rejects an incomplete e-mail address or number, and shows a birthday as a date', async () => {
    const { context, page } = await advisor.signIn({ to: '/app/contacts' })
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await dialog.getByLabel('Mobile number').fill('555 0123')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByText('Enter a 10-digit number').waitFor()
    await dialog.getByLabel('Mobile number').fill('')
    await dialog.getByLabel('Email').fill('somebody')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByText('Enter a full email address.').waitFor()
    await dialog.getByLabel('Email').fill('somebody@mail.test')
    await dialog.getByLabel('Birthday').fill('1974-06-02')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await page.waitForURL(/\/app\/contacts\/\d+$/)
    await expect.poll(() => page.getByText('Jun 2, 1974').count()).toBe(1)
    await page.getByRole('button', { name: 'Add a number' }).click()
    await page.getByRole('dialog', { name: 'Edit contact' }).waitFor()
    await context.close()
  })

  it('deletes with undo', async () => {
    const { contactId } = await newFriend(advisor, 'Keepsake')
    const { context, page } = await advisor.signIn({ to: `/app/contacts/${contactId}` })
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete contact' }).click()
      await page.getByText('Friend Keepsake deleted.').waitFor()
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    const { status } = await advisor.partner('GET', `/core/contact/contacts/${contactId}`)
    expect(status).toBe(200)
    await page.goto(`${advisor.origin}/app/contacts/${contactId}`)
    await remove()
    await soon(async () => {
      expect((await advisor.partner('GET', `/core/contact/contacts/${contactId}`)).status).toBe(404)
    })
    await context.close()
  })
})
