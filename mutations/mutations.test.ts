// Keeps the list current: the code of every mutation exists. npm run mutations shows that the tests detect them.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutations } from './mutations.ts'

it('gives each mutation a unique name', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

it.each(mutations)(
  '$name: the code occurs once, and its tests exist',
  ({ file, search, replacement, tests }) => {
    expect(readFileSync(file, 'utf8').split(search)).toHaveLength(2)
    expect(replacement).not.toBe(search)
    expect(tests.filter(test => !existsSync(test))).toEqual([])
  },
)
