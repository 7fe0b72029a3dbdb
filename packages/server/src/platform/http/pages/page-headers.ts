import { createHash } from 'node:crypto'
import { assets } from './layout.ts'

/** The source expression that allows one inline style. */
export const styleSource = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const pageStyle = styleSource(assets.style)

interface Page {
  readonly publicOrigin: string
  /** Where a form submission may finally redirect. */
  readonly redirectUri?: string
  readonly hasScript?: boolean
  /** Directives that override the defaults. */
  readonly policy?: Readonly<Record<string, string>>
}

/** Headers of every page: no external resources, no framing, no referrer. */
export function pageHeaders(page: Page): Record<string, string> {
  const { publicOrigin, redirectUri, hasScript = false } = page
  const policy = {
    'default-src': "'none'",
    'style-src': pageStyle,
    'img-src': "'self'",
    ...(hasScript && { 'script-src': "'self'", 'connect-src': "'self'" }),
    'form-action': formTargets(redirectUri),
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    ...page.policy,
  }
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * Chromium applies form-action to every redirect after the form: to the application, and from there to any address it redirects
 * to. Those are unknown, so only the scheme can be limited.
 */
function formTargets(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return "'self'"
  return redirectUri.startsWith('http:') ? "'self' https: http:" : "'self' https:"
}
