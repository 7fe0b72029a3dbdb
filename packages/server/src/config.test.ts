import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const mistakesOf = (variables: Record<string, string>): string => {
  try {
    readConfig(['databaseUrl'], variables)
    return ''
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error)
  }
}

describe('the configuration', () => {
  it('falls back to a sandbox on this machine', () => {
    const config = readConfig(['environment', 'cell', 'port'], {})
    expect(config).toMatchObject({
      environment: 'sandbox',
      cell: 1,
      port: 8080,
      publicOrigin: 'http://127.0.0.1:8080',
    })
  })

  it('tells every mistake at once', () => {
    const told = mistakesOf({
      PARLEY_ENVIRONMENT: 'staging',
      PARLEY_CELL: '1024',
      PORT: '80a',
      PUBLIC_ORIGIN: 'https://texting.example.org/v1',
      PARLEY_CEL: '3',
    })
    expect(told).toContain('6 mistakes')
    for (const variable of [
      'PARLEY_ENVIRONMENT',
      'PARLEY_CELL',
      'PORT',
      'PUBLIC_ORIGIN',
      'PARLEY_CEL',
      'DATABASE_URL',
    ]) {
      expect(told).toMatch(new RegExp(`^  ${variable} `, 'm'))
    }
  })

  it('does not repeat a value that is wrong, because it may be a secret', () => {
    expect(mistakesOf({ DATABASE_URL: 'mysql://me:hunter2@host/db' })).not.toContain('hunter2')
  })

  it('reads a secret from the file that its _FILE variable names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-config-'))
    const file = join(folder, 'database-url')
    await writeFile(file, 'postgres://parley_app@127.0.0.1/parley\n')
    expect(readConfig(['databaseUrl'], { DATABASE_URL_FILE: file }).databaseUrl).toBe(
      'postgres://parley_app@127.0.0.1/parley',
    )
    expect(mistakesOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://other' })).toContain('both set')
    expect(mistakesOf({ DATABASE_URL_FILE: join(folder, 'missing') })).toContain('cannot be read')
    await rm(folder, { recursive: true })
  })

  it('wants settings that belong together to come together', () => {
    const variables = { DATABASE_URL: 'postgres://host/db', OUTSIDE_ISSUER: 'https://login.example.org' }
    expect(mistakesOf(variables)).toContain('OUTSIDE_ISSUER needs OUTSIDE_JWKS_URL and OUTSIDE_AUDIENCE')
    const complete = { OUTSIDE_JWKS_URL: 'https://login.example.org/jwks', OUTSIDE_AUDIENCE: 'parley' }
    expect(mistakesOf({ ...variables, ...complete })).toBe('')
  })

  it('accepts the absence of what a command does not need, but not a mistake in it', () => {
    expect(readConfig(['port'], {})).not.toHaveProperty('databaseUrl')
    expect(() => readConfig(['port'], { DATABASE_URL: 'nonsense' })).toThrow(/DATABASE_URL must/)
  })
})
