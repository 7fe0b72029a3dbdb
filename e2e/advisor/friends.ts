// Contacts of an address book, and their phones.
import { expect, vi } from 'vitest'
import type { Advisor } from './advisor.ts'

interface Friend {
  readonly phone: string
  readonly memberId: number
  readonly contactId: number
}

let phones = 0
export const newPhone = (): string => `+1202555${String(2_000 + phones++)}`

const handset = (phone: string): string => `/sandbox/handsets/${encodeURIComponent(phone)}`

export const soon = <T>(check: () => Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 250 })

export async function textsOn({ partner }: Advisor, phone: string): Promise<string[]> {
  const { body } = await partner('GET', `${handset(phone)}/messages?pageSize=200`)
  return body.data.map(({ text }) => text)
}

export async function writeFrom({ partner }: Advisor, phone: string, text: string): Promise<void> {
  const { status } = await partner('POST', `${handset(phone)}/replies`, { text })
  expect(status).toBe(200)
}

export async function newContact({ partner }: Advisor, lastName: string): Promise<Omit<Friend, 'memberId'>> {
  const phone = newPhone()
  const person = { firstName: 'Friend', lastName, phone }
  return { phone, contactId: (await partner('POST', '/core/contact/contacts', person)).body.id }
}

/** A contact who has consented. */
export async function newFriend(advisor: Advisor, lastName: string): Promise<Friend> {
  const { phone, contactId } = await newContact(advisor, lastName)
  const { body } = await advisor.partner('POST', '/text/messaging/consent-requests', {
    phoneNumbers: [phone],
  })
  const memberId = body.successes[0]?.memberId ?? 0
  await soon(async () => expect(await textsOn(advisor, phone)).toHaveLength(1))
  await writeFrom(advisor, phone, 'YES')
  return { phone, memberId, contactId }
}
