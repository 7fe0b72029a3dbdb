import { expect, it } from 'vitest'
import { fields, table } from './output.ts'

it('a table is as wide as its widest cells, in visible characters', () => {
  const rows = [
    [1, 'Zoë'],
    [1025, 'Zoe\u0308 👩‍💼'],
  ]
  expect(
    table(
      ['Id', 'Name', 'Status'],
      rows.map(row => [...row, 'active']),
    ),
  ).toBe(['ID    NAME   STATUS', '1     Zoë    active', '1025  Zoe\u0308 👩‍💼  active'].join('\n'))
})

it('a field takes a line for each of its values', () => {
  expect(
    fields([
      ['Id', 7],
      ['Scopes', ['openid', 'offline_access']],
      ['Firms', []],
    ]),
  ).toBe(['  Id      7', '  Scopes  openid', '          offline_access', '  Firms   -'].join('\n'))
})
