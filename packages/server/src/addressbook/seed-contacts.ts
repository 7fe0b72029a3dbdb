import type { Author } from '../journal/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { createSeededRandom } from '../platform/random/seeded-random.ts'
import { createContact } from './contacts/create-contact.ts'
import { replaceGroups } from './contacts/replace-groups.ts'
import { createGroup } from './groups/create-group.ts'
import { keptContactTotal } from './search/queries.ts'
import type { Source } from './source.ts'

const contactsPerAdvisor = 300
const groupNames = [
  'Retirement planning',
  'Business owners',
  'Young families',
  'Estate planning',
  'College savings',
  'Quarterly review',
  'Prospects',
  'Newsletter',
]
const firstNames =
  'Maria James Aisha Robert Chen Linda Omar Patricia Diego Susan Priya Michael Grace Thomas Elena William Fatima Joseph Hannah Charles Mei Daniel Ruth Marcus Sofia Kevin Naomi Brian Lucia George Tamika Edward Ingrid Jason Amara Ryan Yuki Gary Leila Eric Nadia Stephen Rosa Andrew Beatriz Kenneth Zoë Paul Anneliese Mark'.split(
    ' ',
  )
const lastNames =
  'Alvarez Bennett Okafor Carter Liu Donovan Haddad Edwards Morales Fischer Patel Gallagher Kim Hughes Ivanova Jenkins Khan Lambert Nguyen Mitchell O’Connor Novak Sato Parker Rossi Quinn Silva Reynolds Tanaka Sullivan Ueda Turner Vargas Walsh Wójcik Young Zimmermann Abbott Brooks Castillo'.split(
    ' ',
  )
const cities: readonly (readonly [city: string, state: string, areaCode: string, postalCode: string])[] = [
  ['Dayton', 'OH', '937', '45402'],
  ['Richmond', 'VA', '804', '23219'],
  ['Madison', 'WI', '608', '53703'],
  ['Portland', 'OR', '503', '97204'],
  ['Savannah', 'GA', '912', '31401'],
  ['Boise', 'ID', '208', '83702'],
]
const streets = ['Linden Avenue', 'Harbor Street', 'Maple Drive', 'Orchard Lane', 'Mill Road']
const origins: readonly Source[] = ['Advisor app', 'CRM', 'File import']

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Creates realistic contacts in eight groups for each sandbox advisor. Skips advisors that have contacts. */
export async function seedContacts(database: Database, advisorIds: readonly number[]): Promise<void> {
  for (const [index, advisorId] of advisorIds.entries()) {
    const [kept] = await keptContactTotal(database, [advisorId])
    if (!kept) await seedAdvisor(database, advisorId, createSeededRandom(index + 1))
  }
}

async function seedAdvisor(
  database: Database,
  advisorId: number,
  roll: (sides: number) => number,
): Promise<void> {
  const author: Author = { advisorId, actor: { kind: 'operator', name: 'sandbox seed' }, traceId: null }
  const groupIds: number[] = []
  for (const name of groupNames) {
    groupIds.push(await createGroup(database, author, { source: 'Advisor app', input: { name } }))
  }
  for (let index = 0; index < contactsPerAdvisor; index += 1) {
    const { source, fields } = inventContact(index, roll)
    const groups = groupIds.filter(() => roll(4) === 0)
    const contactId = await createContact(database, author, { source, fields })
    if (groups.length > 0) await replaceGroups(database, author, contactId, groups)
  }
}

function inventContact(index: number, roll: (sides: number) => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[roll(items.length)] as Item
  const [firstName, lastName] = [pick(firstNames), pick(lastNames)]
  const [city, state, areaCode, postalCode] = pick(cities)
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
  return {
    source: pick(origins),
    fields: {
      firstName,
      lastName,
      // Some have no e-mail address and some no phone; a few share a phone as a household does.
      ...(roll(8) > 0 && { emailAddress: `${letters(firstName)}.${letters(lastName)}${index}@mail.test` }),
      ...(roll(10) > 0 && { phone: `+1${areaCode}555${String(100 + (index % 97)).padStart(4, '0')}` }),
      ...(roll(3) > 0 && {
        birthDate: `${1938 + roll(62)}-${twoDigits(1 + roll(12))}-${twoDigits(1 + roll(28))}`,
      }),
      ...(roll(2) > 0 && {
        clientAnniversary: `${2004 + roll(22)}-${twoDigits(1 + roll(12))}-${twoDigits(1 + roll(28))}`,
      }),
      maritalStatus: roll(7),
      address1: `${100 + roll(900)} ${pick(streets)}`,
      city,
      state,
      postalCode,
    },
  }
}
