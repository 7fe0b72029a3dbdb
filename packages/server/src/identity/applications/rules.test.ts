import { describe, expect, it } from 'vitest'
import {
  grantTypesMistake,
  impliedGrantTypes,
  overlapMistake,
  redirectUriMistake,
  redirectUrisMistake,
  scopesMistake,
  usagePlanMistake,
} from './rules.ts'

describe('a redirect URI', () => {
  it.each([
    'https://crm.example.com/callback',
    'https://crm.example.com',
    'https://crm.example.com/',
    'https://crm.example.com:8443/callback?tenant=7',
    'https://xn--bcher-kva.example/callback',
    'https://192.0.2.7/callback',
    'https://localhost/callback',
  ])('may be %s in both environments', redirectUri => {
    expect(redirectUriMistake(redirectUri, 'sandbox')).toBeUndefined()
    expect(redirectUriMistake(redirectUri, 'production')).toBeUndefined()
  })

  it.each(['http://127.0.0.1:3000/callback', 'http://[::1]:3000/callback', 'http://localhost/callback'])(
    'may be %s in a sandbox only',
    redirectUri => {
      expect(redirectUriMistake(redirectUri, 'sandbox')).toBeUndefined()
      expect(redirectUriMistake(redirectUri, 'production')).toMatch(/must start with https/)
    },
  )

  it.each([
    ['', /not an absolute address/],
    ['/callback', /not an absolute address/],
    ['crm.example.com/callback', /not an absolute address/],
    ['//crm.example.com/callback', /not an absolute address/],
    ['https://', /not an absolute address/],
    ['http://crm.example.com/callback', /must start with https/],
    ['http://127.0.0.1.example.com/callback', /must start with https/],
    ['http://127.0.0.2/callback', /must start with https/],
    ['http://localhost.example.com/', /must start with https/],
    ['http://app.localhost/', /must start with https/],
    ['ftp://crm.example.com/', /must start with https/],
    ['javascript:alert(1)', /must start with https/],
    ['data:text/html,hi', /must start with https/],
    ['com.example.crm:/callback', /must start with https/],
    ['https://*.example.com/callback', /wildcard/],
    ['https://crm.example.com/*', /wildcard/],
    ['https://crm.example.com/callback#top', /fragment/],
    ['https://crm.example.com/callback#', /fragment/],
    ['https://user@crm.example.com/callback', /contains a user name/],
    ['https://user:pass@crm.example.com/callback', /contains a user name/],
    ['https://crm.example.com@evil.example/callback', /contains a user name/],
    ['HTTPS://crm.example.com/callback', /as browsers send it: https:\/\/crm/],
    ['https://CRM.example.com/callback', /as browsers send it/],
    ['https://crm.example.com:443/callback', /as browsers send it/],
    ['https://crm.example.com/a/../callback', /as browsers send it/],
    ['https://crm.example.com/a/%2e%2e/callback', /as browsers send it/],
    ['https:\\\\crm.example.com\\callback', /as browsers send it/],
    ['https:crm.example.com/callback', /as browsers send it/],
    ['https://crm.example.com/call back', /as browsers send it/],
    ['https://crm.example.com/callback\n', /as browsers send it/],
    [' https://crm.example.com/callback', /as browsers send it/],
    ['https://bücher.example/callback', /as browsers send it/],
    ['https://2130706433/callback', /as browsers send it/],
    ['https://crm.example.com?x=1', /as browsers send it/],
    [`https://crm.example.com/${'a'.repeat(2_000)}`, /2000 characters/],
  ])('may not be %j', (redirectUri, why) => {
    expect(redirectUriMistake(redirectUri, 'sandbox')).toMatch(why)
    expect(redirectUriMistake(redirectUri, 'production')).toMatch(why)
  })

  it('is limited to ten per application', () => {
    const uris = (count: number): string[] =>
      Array.from({ length: count }, (_, n) => `https://a.example/${n}`)
    expect(redirectUrisMistake(uris(10), 'production')).toBeUndefined()
    expect(redirectUrisMistake(uris(11), 'production')).toMatch(/10 redirect URIs at most/)
    expect(redirectUrisMistake(['https://a.example/', 'http://a.example/'], 'sandbox')).toMatch(/https/)
  })
})

it('scopes are those of the contract', () => {
  expect(scopesMistake(['openid', 'text.messaging.write'])).toBeUndefined()
  for (const scopes of [[], ['openid', 'text.messaging'], ['OPENID'], ['toString'], ['__proto__'], ['']]) {
    expect(scopesMistake(scopes)).toMatch(/scope/)
  }
})

describe('grant types', () => {
  const uri = ['https://crm.example.com/callback']
  const code = 'authorization_code'

  it.each([
    [uri, ['openid'], [], [code]],
    [uri, ['openid', 'offline_access'], [], [code, 'refresh_token']],
    [uri, ['openid', 'offline_access'], [code, 'refresh_token'], [code, 'refresh_token']],
    [[], ['text.messaging.write'], ['client_credentials'], ['client_credentials']],
    [uri, ['openid', 'text.messaging.read'], [code, 'client_credentials'], [code, 'client_credentials']],
  ])('of %j with %j and %j are %j', (redirectUris, scopes, grantTypes, implied) => {
    const registration = { redirectUris, scopes, grantTypes }
    expect(impliedGrantTypes(registration)).toEqual(implied)
    expect(grantTypesMistake({ ...registration, grantTypes: implied })).toBeUndefined()
  })

  it.each([
    [[], ['openid'], [], /redirect URI or a grant type/],
    [uri, ['openid'], ['password'], /no grant type password/],
    [uri, ['openid'], ['implicit', code], /no grant type implicit/],
    [[], ['openid'], [code], /needs a redirect URI/],
    [uri, ['text.messaging.read'], [], /needs the scope openid/],
    [uri, ['openid', 'text.messaging.read'], ['client_credentials'], /redirect URI is for/],
    [[], ['offline_access', 'text.messaging.read'], ['client_credentials'], /offline_access is for/],
    [uri, ['openid'], [code, 'refresh_token'], /needs the scope offline_access/],
    [[], ['core.contacts.read'], ['client_credentials'], /starts with text/],
  ])('of %j with %j and %j are refused', (redirectUris, scopes, grantTypes, why) => {
    const registration = { redirectUris, scopes, grantTypes }
    expect(grantTypesMistake({ ...registration, grantTypes: impliedGrantTypes(registration) })).toMatch(why)
  })
})

it.each([
  [{ ratePerSecond: 1, burst: 1, dailyQuota: 1 }, undefined],
  [{ ratePerSecond: 1_000_000, burst: 1_000_000, dailyQuota: null }, undefined],
  [{ ratePerSecond: 0, burst: 1, dailyQuota: null }, 'The rate must be a whole number from 1 to 1,000,000.'],
  [
    { ratePerSecond: 1, burst: 0.5, dailyQuota: null },
    'The burst must be a whole number from 1 to 1,000,000.',
  ],
  [
    { ratePerSecond: 1, burst: 1_000_001, dailyQuota: null },
    'The burst must be a whole number from 1 to 1,000,000.',
  ],
  [
    { ratePerSecond: 1, burst: 1, dailyQuota: 0 },
    'The daily quota must be a whole number from 1 to 1,000,000,000.',
  ],
])('the usage plan %j is checked', (plan, mistake) => {
  expect(usagePlanMistake(plan)).toBe(mistake)
})

it('an overlap is from 0 to 30 days', () => {
  expect([0, 1, 2_592_000].map(overlapMistake)).toEqual([undefined, undefined, undefined])
  for (const seconds of [-1, 0.5, 2_592_001, Number.NaN]) expect(overlapMistake(seconds)).toMatch(/30 days/)
})
