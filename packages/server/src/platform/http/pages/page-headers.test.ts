import { describe, expect, it } from 'vitest'
import { pageHeaders } from './page-headers.ts'

const policyOf = (redirectUri?: string): string | undefined =>
  pageHeaders({ publicOrigin: 'http://localhost', ...(redirectUri !== undefined && { redirectUri }) })[
    'content-security-policy'
  ]

describe('the headers of a page', () => {
  it('require https if the service has it', () => {
    const { 'strict-transport-security': strict } = pageHeaders({ publicOrigin: 'https://parley.test' })
    expect(strict).toBe('max-age=31536000')
    expect(pageHeaders({ publicOrigin: 'http://localhost' })).not.toHaveProperty('strict-transport-security')
  })

  it('let a form redirect to plain http only if the redirect URI is plain http', () => {
    expect(policyOf()).toContain("form-action 'self';")
    expect(policyOf('https://crm.meridian.example/callback')).toContain("form-action 'self' https:;")
    expect(policyOf('http://127.0.0.1:9000/callback')).toContain("form-action 'self' https: http:;")
  })
})
