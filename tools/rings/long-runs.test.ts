import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isDue } from './ledger.ts'
import { guardedPaths, type LongRun } from './long-run.ts'
import { longRuns } from './long-runs.ts'
import { testFilesOf } from './run-long.ts'
import { selectRuns } from './select-runs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const src = 'packages/server/src'
const foldersIn = (path: string): string[] =>
  readdirSync(`${root}${path}`, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)

describe('the table of long runs', () => {
  const rooms = [...foldersIn(src), ...foldersIn(`${src}/platform`)].filter(
    path => path !== `${src}/platform`,
  )
  it.each(rooms)('guards %s', room => {
    const guarding = longRuns.filter(run =>
      guardedPaths(run).some(
        path => path === room || path.startsWith(`${room}/`) || room.startsWith(`${path}/`),
      ),
    )
    expect(guarding).not.toEqual([])
  })

  it.each(longRuns)('$name: guards what exists, and runs something', run => {
    expect(run.guards).not.toEqual([])
    expect(guardedPaths(run).filter(path => !existsSync(`${root}${path}`))).toEqual([])
    expect(run.script === undefined).toBe(testFilesOf(run).length > 0)
  })

  it('gives each run a unique name, and no test file to two runs', () => {
    expect(new Set(longRuns.map(({ name }) => name)).size).toBe(longRuns.length)
    const files = longRuns.flatMap(testFilesOf)
    expect(new Set(files).size).toBe(files.length)
  })
})

const run: LongRun = { name: 'a run', ring: 2, guards: ['delivery', '/deploy'], files: ['e2e/x.test.ts'] }
const passed = { commit: 'c', date: '2026-11-19', seconds: 10 }

describe('a long run', () => {
  it.each([
    ['a file of a room that it guards', 'packages/server/src/delivery/dispatch/claim.ts', true],
    ['a file of a folder that it guards', 'deploy/patroni/patroni.yml', true],
    ['its own test', 'e2e/x.test.ts', true],
    ['another room', 'packages/server/src/consent/queries.ts', false],
    ['a room whose name begins alike', 'packages/server/src/delivery-notes/a.ts', false],
  ])('after a change to %s: due is %s', (_, path, expected) => {
    expect(isDue(run, passed, () => [path])).toBe(expected)
  })

  it('is due if it never passed, or if the commit that passed is unknown', () => {
    expect(isDue(run, undefined, () => [])).toBe(true)
    expect(isDue(run, passed, () => undefined)).toBe(true)
  })
})

describe('the budget of a hand-in', () => {
  const runs = [30, 10, 20].map(
    (seconds): LongRun => ({ name: `${seconds}`, ring: 2, guards: ['x'], isAlone: true }),
  )
  const ledger = Object.fromEntries(runs.map(({ name }) => [name, { ...passed, seconds: Number(name) }]))
  const select = (budget: number) => {
    const { chosen, left } = selectRuns(runs, ledger, budget)
    return [chosen, left].map(each => each.map(({ name }) => name))
  }

  it('takes the cheapest runs first, and reports the others', () => {
    expect(select(35)).toEqual([['10', '20'], ['30']])
    expect(select(60)).toEqual([['10', '20', '30'], []])
    expect(select(5)).toEqual([[], ['30', '10', '20']])
  })
})
