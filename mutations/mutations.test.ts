// Keeps the list current: the code of every mutation exists. npm run mutations shows that the tests detect them.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guardedPaths } from '../tools/rings/long-run.ts'
import { longRuns } from '../tools/rings/long-runs.ts'
import { exceptions, ringOf } from './killed-by.ts'
import { mutations } from './mutations.ts'
import { plantedFor } from './planted-failures.ts'

it('gives each mutation a unique name', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

it('is noticed by a test of ring 1, or says why not', () => {
  const later = mutations.filter(mutation => ringOf(mutation) > 1).map(({ name }) => name)
  expect(later.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

it.each(mutations)(
  '$name: the code occurs once, and its tests exist',
  ({ file, search, replacement, tests }) => {
    expect(readFileSync(file, 'utf8').split(search)).toHaveLength(2)
    expect(replacement).not.toBe(search)
    expect(tests.filter(test => !existsSync(test))).toEqual([])
  },
)

it.each(longRuns.filter(({ ring }) => ring === 2))(
  '$name: a defect is planted in a room that the long run guards',
  run => {
    const { file, search } = plantedFor(run)
    expect(readFileSync(file, 'utf8').split(search)).toHaveLength(2)
    expect(guardedPaths(run).some(path => file === path || file.startsWith(`${path}/`))).toBe(true)
  },
)
