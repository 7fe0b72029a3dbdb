import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './config-error.ts'

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

  it('reports every invalid setting at once', () => {
    const told = mistakesOf({
      PARLEY_ENVIRONMENT: 'staging',
      PARLEY_CELL: '1024',
      PORT: '80a',
      PUBLIC_ORIGIN: 'https://texting.example.org/v1',
      PARLEY_CEL: '3',
    })
    expect(told).toContain('6 errors')
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

  describe('of production', () => {
    const production = { PARLEY_ENVIRONMENT: 'production', PUBLIC_ORIGIN: 'https://texting.example.org' }
    const told = (variables: Record<string, string>): string => {
      try {
        readConfig(['publicOrigin', 'environment'], { ...production, ...variables })
        return ''
      } catch (error) {
        return error instanceof ConfigError ? error.message : String(error)
      }
    }

    it('needs an origin with https, unless TLS terminates in front of it', () => {
      expect(told({})).toBe('')
      expect(told({ PUBLIC_ORIGIN: 'http://texting.example.org' })).toContain(
        'PUBLIC_ORIGIN must start with https',
      )
      const allowed = { PUBLIC_ORIGIN: 'http://texting.example.org', PARLEY_ALLOW_INSECURE: 'origin' }
      expect(told(allowed)).toBe('')
    })

    it('requires no origin for a command that does not need one', () => {
      expect(readConfig(['environment'], { PARLEY_ENVIRONMENT: 'production' })).toMatchObject({
        environment: 'production',
      })
    })

    it('rejects keys of an external issuer over http, unless allowed', () => {
      const outside = {
        OUTSIDE_ISSUER: 'https://id.example.org',
        OUTSIDE_JWKS_URL: 'HTTP://id.example.org/jwks',
        OUTSIDE_AUDIENCE: 'parley',
      }
      expect(told(outside)).toContain('OUTSIDE_JWKS_URL must start with https')
      expect(told({ ...outside, PARLEY_ALLOW_INSECURE: 'origin' })).toContain('OUTSIDE_JWKS_URL')
      expect(told({ ...outside, PARLEY_ALLOW_INSECURE: 'origin, jwks' })).toBe('')
      expect(told({ PARLEY_ALLOW_INSECURE: 'everything' })).toContain('must be one of origin, jwks')
    })

    it('rejects the published secret keys of compose.yaml and parley dev', async () => {
      const compose = await readFile(new URL('../../../../compose.yaml', import.meta.url), 'utf8')
      const published = /PARLEY_SECRET_KEY: \$\{PARLEY_SECRET_KEY:-(.+)\}/.exec(compose)?.[1] ?? ''
      expect(published).toHaveLength(44)
      const development = createHash('sha256').update('parley development').digest('base64')
      for (const key of [published, development]) {
        expect(told({ PARLEY_SECRET_KEY: key })).toContain('PARLEY_SECRET_KEY must not be the published key')
        expect(told({ PARLEY_SECRET_KEY: key, PARLEY_ENVIRONMENT: 'sandbox' })).toBe('')
        expect(told({ PARLEY_SECRET_KEY: key })).not.toContain(key)
        expect(told({ PARLEY_FORMER_SECRET_KEYS: key })).toContain(
          'PARLEY_FORMER_SECRET_KEYS must not contain',
        )
      }
      expect(told({ PARLEY_SECRET_KEY: randomBytes(32).toString('base64') })).toBe('')
    })
  })

  it('takes former secret keys that are as strong as the current one, and names the one that is not', () => {
    const key = randomBytes(32)
    const variables = (former: string) => ({
      DATABASE_URL: 'postgres://host/db',
      PARLEY_SECRET_KEY: key.toString('base64'),
      PARLEY_FORMER_SECRET_KEYS: former,
    })
    const former = [randomBytes(32), randomBytes(32)]
    const list = former.map(each => each.toString('base64'))
    const config = readConfig(['formerSecretKeys'], variables(`${list.join(', ')}\n`))
    expect(config.formerSecretKeys).toEqual(former)
    expect(readConfig(['formerSecretKeys'], {}).formerSecretKeys).toEqual([])
    const told = mistakesOf({ ...variables(`${list[0]},aHVudGVyMg==`), PORT: 'high' })
    expect(told).toContain('2 errors')
    expect(told).toContain(
      'PARLEY_FORMER_SECRET_KEYS must be keys of 32 bytes in base64, separated by commas; number 2',
    )
    expect(told).not.toContain('aHVudGVyMg')
  })

  it('does not repeat an invalid value, because it may be a secret', () => {
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

  it('requires dependent settings to be set together', () => {
    const variables = { DATABASE_URL: 'postgres://host/db', OUTSIDE_ISSUER: 'https://login.example.org' }
    expect(mistakesOf(variables)).toContain('OUTSIDE_ISSUER needs OUTSIDE_JWKS_URL and OUTSIDE_AUDIENCE')
    const complete = { OUTSIDE_JWKS_URL: 'https://login.example.org/jwks', OUTSIDE_AUDIENCE: 'parley' }
    expect(mistakesOf({ ...variables, ...complete })).toBe('')
  })

  it('takes a mail server without options, and only with a sender', () => {
    const databaseUrl = { DATABASE_URL: 'postgres://host/db' }
    const mistakes = (MAIL_URL: string, MAIL_FROM = 'notices@example.org') =>
      mistakesOf({ ...databaseUrl, MAIL_URL, MAIL_FROM })
    expect(mistakes('smtps://user:p%40ss@mail.example.org', 'Parley <notices@example.org>')).toBe('')
    expect(mistakes('smtp://mail.example.org:2525')).toBe('')
    expect(mistakesOf({ ...databaseUrl, MAIL_URL: 'smtp://mail.example.org' })).toContain('needs MAIL_FROM')
    for (const url of ['https://mail.example.org', 'smtps://a:hunter2@host/?tls.rejectUnauthorized=false']) {
      expect(mistakes(url)).toContain('MAIL_URL must')
      expect(mistakes(url)).not.toContain('hunter2')
    }
    for (const from of ['Parley', 'a@b.org, c@d.org', 'a@b.org\nBcc: c@d.org'])
      expect(mistakes('smtp://mail.example.org', from)).toContain('MAIL_FROM must')
  })

  it('allows settings that a command does not need to be absent, but not invalid', () => {
    expect(readConfig(['port'], {})).not.toHaveProperty('databaseUrl')
    expect(() => readConfig(['port'], { DATABASE_URL: 'nonsense' })).toThrow(/DATABASE_URL must/)
  })
})
