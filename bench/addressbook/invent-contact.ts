import {
  createSeededRandom,
  type SeededRandom,
} from '../../packages/server/src/platform/random/seeded-random.ts'
import {
  firstNames,
  lastNames,
  mailDomains,
  nicknames,
  places,
  streets,
  usualLastNameCount,
} from './names.ts'
import { pick, pickSkewed } from './pick.ts'

export interface InventedContact {
  readonly firstName: string
  readonly lastName: string
  readonly emailAddress: string | null
  readonly nickname: string | null
  readonly phone: string | null
  readonly birthDate: string | null
  readonly clientAnniversary: string | null
  readonly gender: number
  readonly maritalStatus: number
  readonly address1: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
}

const usualLastNames = lastNames.slice(0, usualLastNameCount)
const plain = new Map([...firstNames, ...lastNames].map(name => [name, lettersOf(name)]))
const days = Array.from({ length: 28 }, (_, day) => String(day + 1).padStart(2, '0'))
const months = days.slice(0, 12)

/** A deterministic person for this position of an advisor's book. */
export function inventContact(advisor: number, place: number): InventedContact {
  const random = createSeededRandom(Math.imul(advisor + 1, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b))
  const firstName = pickSkewed(firstNames, random)
  const lastName = random(4) > 0 ? pickSkewed(usualLastNames, random) : pick(lastNames, random)
  const [city, state, postalCode] = pick(places, random)
  return {
    firstName,
    lastName,
    emailAddress: random(8) > 0 ? inventEmail(firstName, lastName, random) : null,
    nickname: random(10) === 0 ? pick(nicknames, random) : null,
    phone: random(10) > 0 ? phoneAt(place) : null,
    birthDate: random(3) > 0 ? `${1938 + random(62)}-${pick(months, random)}-${pick(days, random)}` : null,
    clientAnniversary:
      random(2) > 0 ? `${2004 + random(22)}-${pick(months, random)}-${pick(days, random)}` : null,
    gender: random(3),
    maritalStatus: random(7),
    address1: `${100 + random(9_900)} ${pick(streets, random)}`,
    city,
    state,
    postalCode,
  }
}

/** Every thirtieth contact shares the number of the previous one: a household. All other numbers are unique. */
export const householdPlace = (place: number): number => (place % 30 === 29 ? place - 1 : place)

function phoneAt(place: number): string {
  // 5,999,993 is prime and larger than any book, so no two places collide; area codes are 200 to 799.
  const shuffled = (householdPlace(place) * 2_654_435) % 5_999_993
  return `+1${200 + Math.floor(shuffled / 10_000)}555${String(shuffled % 10_000).padStart(4, '0')}`
}

function inventEmail(firstName: string, lastName: string, random: SeededRandom): string {
  const [first, last] = [plain.get(firstName) ?? '', plain.get(lastName) ?? '']
  const local = [`${first}.${last}${random(10_000)}`, `${first.slice(0, 1)}${last}${random(100_000)}`][
    random(2)
  ]
  return `${local}@${pickSkewed(mailDomains, random)}`
}

function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}
