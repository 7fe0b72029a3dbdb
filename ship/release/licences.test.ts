import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type LockFile, refusedLicences } from './licences.ts'

const lock = (license?: string, more = {}): LockFile => ({
  packages: { 'node_modules/thing': { ...(license !== undefined && { license }), ...more } },
})

describe('licences', () => {
  it('of everything that is shipped are permissive', () => {
    const file = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
    expect(Object.keys(file.packages).length).toBeGreaterThan(200)
    expect(refusedLicences(file)).toEqual([])
  })

  it.each([
    ['GPL-3.0-only'],
    ['AGPL-3.0-or-later'],
    ['SEE LICENSE IN LICENSE'],
    ['MIT AND GPL-2.0-only'],
    [undefined],
  ])('%s is refused', licence => {
    expect(refusedLicences(lock(licence))).toEqual([`thing: ${licence ?? 'no licence'}`])
  })

  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('%s is accepted', licence => {
    expect(refusedLicences(lock(licence))).toEqual([])
  })

  it('of development tools do not matter, because they are not shipped', () => {
    expect(refusedLicences(lock('GPL-3.0-only', { dev: true }))).toEqual([])
  })
})
