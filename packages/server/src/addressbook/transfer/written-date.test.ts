import { expect, it } from 'vitest'
import { notedOrder, writtenDate } from './written-date.ts'

it.each([
  ['1960-02-03', '1960-02-03'],
  ['1960/2/3', '1960-02-03'],
  ['1960-02-03 00:00:00', '1960-02-03'],
  ['2/3/1960', '1960-02-03'],
  ['02/03/1960', '1960-02-03'],
  ['2/3/60', '1960-02-03'],
  ['2/28/1960', '1960-02-28'],
  ['28/2/1960', '1960-02-28'],
  ['28.2.1960', '1960-02-28'],
  ['3.3.1960', '1960-03-03'],
  ['Feb 3, 1960', '1960-02-03'],
  ['February 3rd, 1960', '1960-02-03'],
  ['Sept 3 1960', '1960-09-03'],
  ['3 February 1960', '1960-02-03'],
  ['3-Feb-1960', '1960-02-03'],
])('%s is read', (text, date) => {
  expect(writtenDate(text, 'month first')).toBe(date)
})

it.each([
  '1960',
  '2/30/1971',
  '03.02.1960',
  '03-02-1960',
  '2/3/25',
  '13/13/1960',
  'Feb 30, 1960',
  'Febby 3, 1960',
  'spring 1960',
  '1/0/1900',
  'x'.repeat(1_000),
])('%s is not guessed', text => {
  expect(writtenDate(text, 'month first')).toBeUndefined()
})

it('a day that comes first elsewhere in the column makes the others doubtful', () => {
  const order = ['2/3/1960', '28/2/1960', '4/5/1961'].reduce(notedOrder, 'month first' as const)
  expect(order).toBe('day first')
  expect(writtenDate('2/3/1960', order)).toBeUndefined()
  expect(writtenDate('28/2/1960', order)).toBe('1960-02-28')
})
