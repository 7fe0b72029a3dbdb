import { describe, expect, it } from 'vitest'
import { isShared, nameOf } from './people.ts'

const phone = '+12025550123'
const named = (...names: readonly string[]) => ({ phone, people: names.map(fullName => ({ fullName })) })

describe('the name of a number', () => {
  it.each([
    [[], '(202) 555-0123'],
    [[phone], '(202) 555-0123'],
    [['Priya Walsh'], 'Priya Walsh'],
    [['Priya Walsh', 'Andrew Silva'], 'Priya Walsh and Andrew Silva'],
    [['Priya Walsh', 'Andrew Silva', 'Lucas York'], 'Priya Walsh, Andrew Silva and Lucas York'],
    [['Ann', 'Ben', 'Cid', 'Dot', 'Eve'], 'Ann, Ben and 3 others'],
    [['Lucas York', 'Lucas York'], 'Lucas York'],
  ])('of %j is %s', (names, name) => {
    expect(nameOf(named(...names))).toBe(name)
  })

  it('is shared by different people, not by one who is in the address book twice', () => {
    expect(isShared(named('Priya Walsh', 'Andrew Silva'))).toBe(true)
    expect(isShared(named('Lucas York', 'Lucas York'))).toBe(false)
  })
})
