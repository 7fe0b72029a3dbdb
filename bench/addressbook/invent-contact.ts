import { createDice, type Dice } from '../../packages/server/src/addressbook/create-dice.ts'
import { pick, pickSkewed } from './dice.ts'
import {
  firstNames,
  lastNames,
  mailDomains,
  nicknames,
  places,
  streets,
  usualLastNameCount,
} from './names.ts'

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

/** A person who is the same each time, as the contact at this place of an advisor's book. */
export function inventContact(advisor: number, place: number): InventedContact {
  const roll = createDice(Math.imul(advisor + 1, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b))
  const firstName = pickSkewed(firstNames, roll)
  const lastName = roll(4) > 0 ? pickSkewed(usualLastNames, roll) : pick(lastNames, roll)
  const [city, state, postalCode] = pick(places, roll)
  return {
    firstName,
    lastName,
    emailAddress: roll(8) > 0 ? inventEmail(firstName, lastName, roll) : null,
    nickname: roll(10) === 0 ? pick(nicknames, roll) : null,
    phone: roll(10) > 0 ? phoneAt(place) : null,
    birthDate: roll(3) > 0 ? `${1938 + roll(62)}-${pick(months, roll)}-${pick(days, roll)}` : null,
    clientAnniversary: roll(2) > 0 ? `${2004 + roll(22)}-${pick(months, roll)}-${pick(days, roll)}` : null,
    gender: roll(3),
    maritalStatus: roll(7),
    address1: `${100 + roll(9_900)} ${pick(streets, roll)}`,
    city,
    state,
    postalCode,
  }
}

/** Every thirtieth has the number of the one before: a household. No number is given twice otherwise. */
export const householdPlace = (place: number): number => (place % 30 === 29 ? place - 1 : place)

function phoneAt(place: number): string {
  // 5,999,993 is prime and larger than any book, so no two places meet; 200 to 799 are the area codes.
  const shuffled = (householdPlace(place) * 2_654_435) % 5_999_993
  return `+1${200 + Math.floor(shuffled / 10_000)}555${String(shuffled % 10_000).padStart(4, '0')}`
}

function inventEmail(firstName: string, lastName: string, roll: Dice): string {
  const [first, last] = [plain.get(firstName) ?? '', plain.get(lastName) ?? '']
  const local = [`${first}.${last}${roll(10_000)}`, `${first.slice(0, 1)}${last}${roll(100_000)}`][roll(2)]
  return `${local}@${pickSkewed(mailDomains, roll)}`
}

function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}
