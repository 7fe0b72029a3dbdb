// Each returns the error as a sentence for the person who entered the value, or undefined.
import { scopes as advisorScopes, applicationScopes } from '@parley/contract'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Mistake } from '../people/rules.ts'
import type { UsagePlan } from './records.ts'

const knownGrantTypes = ['authorization_code', 'refresh_token', 'client_credentials'] as const

const redirectUrisMax = 10
const redirectUriCharactersMax = 2_000

export function redirectUrisMistake(redirectUris: readonly string[], environment: Environment): Mistake {
  if (redirectUris.length > redirectUrisMax) {
    return `An application may have ${redirectUrisMax} redirect URIs at most.`
  }
  for (const redirectUri of redirectUris) {
    const mistake = redirectUriMistake(redirectUri, environment)
    if (mistake !== undefined) return mistake
  }
  return undefined
}

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** Redirect URIs are compared character by character, so each is registered in the one form that browsers send. */
export function redirectUriMistake(redirectUri: string, environment: Environment): Mistake {
  const refused = (why: string): string => `The redirect URI ${JSON.stringify(redirectUri)} ${why}.`
  if (redirectUri.length > redirectUriCharactersMax) {
    return `A redirect URI may have ${redirectUriCharactersMax} characters at most.`
  }
  if (!URL.canParse(redirectUri)) return refused('is not an absolute address')
  if (redirectUri.includes('*')) return refused('has a wildcard: register each address on its own')
  if (redirectUri.includes('#')) return refused('has a fragment, which browsers do not send')
  const url = new URL(redirectUri)
  if (url.username !== '' || url.password !== '') return refused('contains a user name')
  if (url.protocol === 'http:') {
    if (!loopbackHosts.includes(url.hostname)) return refused('must start with https://')
    if (environment !== 'sandbox') return refused('must start with https:// in production, even on loopback')
  } else if (url.protocol !== 'https:') return refused('must start with https://')
  const isAsSent = url.href === redirectUri || url.href === `${redirectUri}/`
  return isAsSent ? undefined : refused(`must be written as browsers send it: ${url.href}`)
}

const knownScopes = { ...advisorScopes, ...applicationScopes }

export function scopesMistake(scopes: readonly string[]): Mistake {
  if (scopes.length === 0) return 'An application needs a scope.'
  const unknown = scopes.filter(scope => !Object.hasOwn(knownScopes, scope))
  if (unknown.length === 0) return undefined
  return `There is no scope ${unknown.join(' or ')}. Scopes are ${Object.keys(knownScopes).join(', ')}.`
}

/** Client credentials are only for texting, so a firm can allow nothing else. */
export function firmScopesMistake(scopes: readonly string[], provisioned: readonly string[]): Mistake {
  if (scopes.length === 0) return 'The application has no texting scope that a firm could allow.'
  const refused = scopes.filter(scope => !scope.startsWith('text.') || !provisioned.includes(scope))
  if (refused.length === 0) return undefined
  return `A firm can allow texting scopes of the application, and ${refused.join(', ')} is none.`
}

interface Registration {
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  readonly grantTypes: readonly string[]
}

/** Grant types derived from the rest of a registration, if not named. */
export function impliedGrantTypes({ redirectUris, scopes, grantTypes }: Registration): readonly string[] {
  const named = grantTypes.length > 0 || redirectUris.length === 0 ? grantTypes : ['authorization_code']
  const refreshes = scopes.includes('offline_access') && named.includes('authorization_code')
  return [...new Set(refreshes ? [...named, 'refresh_token'] : named)]
}

export function grantTypesMistake({ redirectUris, scopes, grantTypes }: Registration): Mistake {
  const unknown = grantTypes.filter(grantType => !knownGrantTypes.some(known => known === grantType))
  if (unknown.length > 0) {
    return `There is no grant type ${unknown.join(' or ')}. Grant types are ${knownGrantTypes.join(', ')}.`
  }
  const hasCode = grantTypes.includes('authorization_code')
  if (hasCode && redirectUris.length === 0) return 'The grant type authorization_code needs a redirect URI.'
  if (hasCode && !scopes.includes('openid'))
    return 'The grant type authorization_code needs the scope openid.'
  if (!hasCode && redirectUris.length > 0) return 'A redirect URI is for the grant type authorization_code.'
  if (!hasCode && scopes.includes('offline_access')) {
    return 'The scope offline_access is for the grant type authorization_code.'
  }
  if (grantTypes.includes('refresh_token') && !scopes.includes('offline_access')) {
    return 'The grant type refresh_token needs the scope offline_access.'
  }
  const isAllowedAlone = (scope: string): boolean =>
    scope.startsWith('text.') || Object.hasOwn(applicationScopes, scope)
  const hasCredentials = grantTypes.includes('client_credentials')
  if (hasCredentials && !scopes.some(isAllowedAlone)) {
    return 'The grant type client_credentials needs a scope that starts with text. or events.'
  }
  if (!hasCredentials && scopes.some(scope => Object.hasOwn(applicationScopes, scope))) {
    return 'A scope that starts with events. needs the grant type client_credentials.'
  }
  return grantTypes.length === 0 ? 'An application needs a redirect URI or a grant type.' : undefined
}

const requestsMax = 1_000_000

export function usagePlanMistake({ ratePerSecond, burst, dailyQuota }: UsagePlan): Mistake {
  const limits = { rate: ratePerSecond, burst, 'daily quota': dailyQuota ?? 1 }
  for (const [name, value] of Object.entries(limits)) {
    const max = name === 'daily quota' ? 1_000 * requestsMax : requestsMax
    if (!Number.isInteger(value) || value < 1 || value > max) {
      return `The ${name} must be a whole number from 1 to ${max.toLocaleString('en')}.`
    }
  }
  return undefined
}

const overlapSecondsMax = 30 * 24 * 3_600

export function overlapMistake(overlapSeconds: number): Mistake {
  if (Number.isInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= overlapSecondsMax) {
    return undefined
  }
  return 'The overlap must be from 0 to 30 days.'
}
