// Numbers that are nobody's yet, and numbers that several people share.
import { describe, expect, it } from 'vitest'
import { newPhone, soon, textsOn, writeFrom } from './friends.ts'
import { useAdvisor } from './use-advisor.ts'

const advisor = useAdvisor()

const shown = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

/** A number without a contact: it wrote first, or was texted and has a contact without a name. */
async function stranger(kind: 'wrote first' | 'was asked'): Promise<string> {
  const phone = newPhone()
  if (kind === 'wrote first') await writeFrom(advisor, phone, 'Is this the planner?')
  else {
    await advisor.partner('POST', '/text/messaging/consent-requests', { phoneNumbers: [phone] })
    await soon(async () => expect(await textsOn(advisor, phone)).toHaveLength(1))
  }
  return phone
}

describe('an unknown number', () => {
  it.each(['wrote first', 'was asked'] as const)('that %s is added from its thread', async kind => {
    const phone = await stranger(kind)
    const { context, page } = await advisor.signIn()
    await page.getByRole('link', { name: shown(phone) }).click()
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Add to contacts…' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add to contacts' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Mobile number').inputValue()).toBe(shown(phone))
    await dialog.getByLabel('First name').fill('Maria')
    await dialog.getByLabel('Last name').fill(`Lopez ${kind}`)
    await dialog.getByLabel('Last name').press('Enter')
    await page.getByRole('heading', { name: `Maria Lopez ${kind}`, exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Add to contacts' }).count()).toBe(0)
    await context.close()
  })
})

/** Contacts in a new group. */
async function newGroup(
  name: string,
  contacts: readonly object[],
): Promise<{ groupId: number; ids: number[] }> {
  const { body: group } = await advisor.partner('POST', '/core/contact/groups', { name })
  const ids: number[] = []
  for (const contact of contacts) {
    const { body } = await advisor.partner('POST', '/core/contact/contacts', contact)
    await advisor.partner('PUT', `/core/contact/contacts/${body.id}/groups`, { groupIds: [group.id] })
    ids.push(body.id)
  }
  return { groupId: group.id, ids }
}

describe('a shared number', () => {
  it('is counted once in the preview of a group, which also lists contacts without a number', async () => {
    const phone = newPhone()
    const { groupId } = await newGroup('Household', [
      { firstName: 'Priya', lastName: 'Walsh', phone },
      { firstName: 'Andrew', lastName: 'Silva', phone },
      { firstName: 'Nora', lastName: 'Quinn', phone: newPhone() },
      { firstName: 'Paula', lastName: 'Nonumber' },
    ])
    const { context, page } = await advisor.signIn({ to: `/app/new?groupId=${groupId}` })
    await page.getByText('(4 contacts, 2 numbers)').waitFor()
    await page.getByText('1 contact without a phone number won’t get this text').waitFor()
    await page.getByRole('button', { name: 'Show who' }).click()
    await page.getByRole('link', { name: 'Paula Nonumber' }).waitFor()
    await page.getByRole('button', { name: 'Ask 2 people for consent…' }).click()
    await page.getByText('2 people haven’t agreed to texts yet').waitFor()
    await page.getByRole('button', { name: 'Request consent from 2 people' }).click()
    await page.getByText('Asked 2 people for consent').waitFor()
    await soon(async () => expect(await textsOn(advisor, phone)).toHaveLength(1))
    await context.close()
  })

  it('shows who else will read a text to one of them, and every name in the thread', async () => {
    const phone = newPhone()
    const { ids } = await newGroup('Sharers', [
      { firstName: 'Rosa', lastName: 'Walsh', phone },
      { firstName: 'Milan', lastName: 'Silva', phone },
      { firstName: 'Milan', lastName: 'Silva', phone },
    ])
    const { body } = await advisor.partner('POST', '/text/messaging/consent-requests', {
      phoneNumbers: [phone],
    })
    const { context, page } = await advisor.signIn({ to: `/app/new?contactId=${ids[1]}` })
    await page
      .getByText('Rosa Walsh and Milan Silva have the same number and will read this text, too.')
      .waitFor()
    await page.goto(`${advisor.origin}/app/inbox/${body.successes[0]?.memberId}`)
    const thread = page.getByRole('region', { name: 'Conversation with Rosa Walsh and Milan Silva' })
    await thread.getByText('3 contacts with this number').waitFor()
    await page.getByRole('link', { name: 'Rosa Walsh and Milan Silva' }).waitFor()
    expect(await thread.getByRole('heading', { level: 2 }).innerText()).toBe('Rosa Walsh and Milan Silva')
    await context.close()
  })
})

describe('adding a contact', () => {
  it('gives a hint if the number is known, before it saves', async () => {
    const phone = newPhone()
    await newGroup('Known', [{ firstName: 'Lucas', lastName: 'York', phone }])
    const { context, page } = await advisor.signIn({ to: '/app/contacts' })
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await dialog.getByLabel('Mobile number').fill(phone)
    await dialog.getByText('Lucas York has this number, too.').waitFor()
    await dialog.getByLabel('First name').fill('lucas')
    await dialog.getByLabel('Last name').fill('York')
    await dialog.getByText('Lucas York with this number is already in your contacts.').waitFor()
    await dialog.getByRole('link', { name: 'Open Lucas York' }).click()
    await page.getByRole('heading', { name: 'Lucas York', level: 1 }).waitFor()

    // Someone who types and presses Enter at once gets the hint as well, and then decides.
    await page.goto(`${advisor.origin}/app/contacts`)
    await page.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByLabel('First name').fill('Lucas')
    await dialog.getByLabel('Last name').fill('York')
    await dialog.getByLabel('Mobile number').fill(phone)
    await dialog.getByLabel('Mobile number').press('Enter')
    await dialog.getByText('Lucas York with this number is already in your contacts.').waitFor()
    await dialog.getByRole('button', { name: 'Add anyway' }).click()
    await page.waitForURL('**/app/contacts/*')
    await page.getByRole('heading', { name: 'Lucas York', level: 1 }).waitFor()
    const { body } = await advisor.partner('GET', `/core/contact/contacts?phone=${encodeURIComponent(phone)}`)
    expect(body.data).toHaveLength(2)
    await context.close()
  })

  it('refuses a birthday in the future, in words beside the field', async () => {
    const { context, page } = await advisor.signIn({ to: '/app/contacts' })
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await dialog.getByLabel('First name').fill('Unborn')
    await dialog.getByLabel('Birthday').fill('2999-05-05')
    await dialog.getByLabel('First name').press('Enter')
    await dialog.getByText('A birthday can’t be in the future.').waitFor()
    expect(await dialog.getByLabel('Birthday').getAttribute('aria-invalid')).toBe('true')
    await context.close()
  })
})
