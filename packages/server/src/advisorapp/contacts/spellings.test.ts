import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spelledPeople } from '../../../test/people/spellings.ts'
import {
  type AddressBookServer,
  type BookClient,
  startAddressBook,
} from '../../../test/servers/address-book.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

// The app's contacts, its palette and its field for recipients all call listContacts.
let book: AddressBookServer
let app: AdvisorApp
let partner: BookClient
let advisor: AppClient

beforeAll(async () => {
  book = await startAddressBook()
  app = await startAdvisorApp()
  partner = await book.welcome()
  advisor = await app.welcome()
  for (const { firstName, lastName, phone } of spelledPeople) {
    const fields = { firstName, lastName, phone }
    await partner.create('/contacts', fields)
    await advisor.ok(sharedOperations.createContact, { body: fields })
  }
  const phoneNumbers = spelledPeople.map(({ phone }) => phone)
  await advisor.ok(sharedOperations.requestConsent, { body: { phoneNumbers } })
})
afterAll(() => Promise.all([book.close(), app.close()]))

const spellings = spelledPeople.flatMap(person => [
  [person.byName, person] as const,
  [person.byNumber, person] as const,
])

it('finds 100 people by 200 spellings, in the interface, the app and the inbox', async () => {
  expect(spellings).toHaveLength(200)
  const missed: string[] = []
  for (const [search, { firstName, lastName, phone }] of spellings) {
    const { body } = await partner.call('GET', `/contacts?search=${encodeURIComponent(search)}`)
    const { data } = JSON.parse(body) as { data: { fullName: string; phone?: string }[] }
    const listed = await advisor.ok(appOperations.listContacts, { query: { search } })
    const inbox = await advisor.ok(appOperations.listConversations, { query: { search } })
    const fullName = `${firstName} ${lastName}`
    const isFound =
      [data, listed.data].every(found => found.length === 1 && found[0]?.fullName === fullName) &&
      inbox.data.length === 1 &&
      inbox.data[0]?.phone === phone
    if (!isFound)
      missed.push(`${search}: ${[data, listed.data, inbox.data].map(({ length }) => length).join(' ')}`)
  }
  expect(missed).toEqual([])
})
