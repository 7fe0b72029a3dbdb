import { expect, it } from 'vitest'
import type { Chosen } from './chosen.ts'
import { rankOffer } from './rank-offer.ts'

const person = (label: string): Chosen => ({ kind: 'contact', id: 1, label })
const group = (label: string): Chosen => ({ kind: 'group', id: 1, label })

it('offers people whose name begins with the words before groups and matches within a word', () => {
  const offers = [
    group('Business owners'),
    group('Ines’s book club'),
    person('Aline Martines'),
    person('Maria Ines Lopez'),
    person('Inés Jordan'),
    { kind: 'phone', phone: '+12025550123', label: '(202) 555-0123' },
  ] as const
  const ranked = offers.toSorted((one, other) => rankOffer(one, 'ines') - rankOffer(other, 'ines'))
  expect(ranked.map(({ label }) => label)).toEqual([
    '(202) 555-0123',
    'Inés Jordan',
    'Maria Ines Lopez',
    'Ines’s book club',
    'Aline Martines',
    'Business owners',
  ])
})

it('shows groups first before anything is typed', () => {
  expect(rankOffer(group('Clients'), '')).toBeLessThan(rankOffer(person('Ann'), ''))
})
