import { expect, it } from 'vitest'
import { spelledPhone } from './spelled-phone.ts'

it.each([
  '(202) 555-0123',
  '202-555-0123',
  '202.555.0123',
  '2025550123',
  '1 202 555 0123',
  '1-202-555-0123',
  '+1 (202) 555-0123',
  '202\u00a0555\u20110123',
  '+12025550123',
])('reads %j as +12025550123', text => {
  expect(spelledPhone(text)).toBe('+12025550123')
})

it('reads a number with a country code', () => {
  expect(spelledPhone('+44 20 7946-0018')).toBe('+442079460018')
})

it.each([
  '555-0123',
  '(555) 123-4567',
  '(155) 555-0123',
  '020 7946 0018',
  '+44 (0)20 7946 0018',
  '2 202 555 0123',
  '202-555-0123 x4',
  '202-555-0123, 202-555-0124',
  '+1 202 call me',
  '2.02556E+09',
  '',
])('leaves %j as it is', text => {
  expect(spelledPhone(text)).toBe(text)
})
