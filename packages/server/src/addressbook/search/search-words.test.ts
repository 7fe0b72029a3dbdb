import { expect, it } from 'vitest'
import { searchWordsOf } from './search-words.ts'

it.each([
  ['Lopez, Maria', ['Lopez', 'Maria']],
  ['O’Connor', ['OConnor']],
  [`"O'Connor"`, ['OConnor']],
  ['Anne-Marie', ['Anne', 'Marie']],
  ['St. John', ['St', 'John']],
  ['(Mia)', ['Mia']],
  ['mia mia', ['mia']],
  ['maria.alvarez@mail.test', ['maria.alvarez@mail.test']],
  ['100%', ['100%']],
  ['', undefined],
  [' \n', undefined],
  [`-- " ' ( .`, undefined],
  [undefined, undefined],
])('the words of %s', (search, words) => {
  expect(searchWordsOf(search)).toEqual(words)
})

it.each([
  ['(202) 555-4095', ['2025554095']],
  ['202-555-4095', ['2025554095']],
  ['202.555.4095', ['2025554095']],
  ['202/555/4095', ['2025554095']],
  ['202 555 4095', ['2025554095']],
  ['202 - 555 - 4095', ['2025554095']],
  ['+1 202 555 4095', ['12025554095']],
  ['+1 (202) 555-4095', ['12025554095']],
  ['555-4095', ['5554095']],
  ['4095', ['4095']],
  ['0095', ['0095']],
  ['0044 20 7946 0958', ['442079460958']],
  ['020 7946 0958', ['2079460958']],
  ['+44 (0)20 7946 0958', ['442079460958']],
  ['Maria (202) 555', ['Maria', '202555']],
  ['(202) 555-4095 Maria', ['2025554095', 'Maria']],
])('the digits of %s', (search, words) => {
  expect(searchWordsOf(search)).toEqual(words)
})
