// A minimal browser that signs in to the advisor app.
import { appOperations } from '@parley/contract'
import { type AdvisorApp, type AppAnswer, callApp } from './advisor-app.ts'
import { password } from './sign-in-server.ts'

export const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Cookies that a response sets. */
export function cookiesOf(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().map(line => {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** The session that a response starts, for the Cookie header. */
export const sessionOf = (answer: Response): string => `parley_app=${cookiesOf(answer).get('parley_app')}`

interface SignInPage {
  readonly answer: Response
  readonly text: string
  /** Cookie that ties the form to the browser. */
  readonly cookie: string
  readonly token: string
}

interface SignIn {
  readonly query?: string
  readonly cookie?: string
  readonly headers?: Record<string, string>
  readonly fields?: Record<string, string>
}

export interface SigningIn {
  readonly openPage: (query?: string, cookie?: string) => Promise<SignInPage>
  readonly post: (cookie: string, fields: Record<string, string>) => Promise<Response>
  readonly signIn: (how?: SignIn) => Promise<Response>
  readonly me: (
    cookie?: string,
    headers?: Record<string, string>,
  ) => Promise<AppAnswer<{ readonly [name: string]: unknown }>>
}

export function signingIn({ origin }: AdvisorApp, { email }: { readonly email: string }): SigningIn {
  const address = `${origin}/app/sign-in`
  const openPage: SigningIn['openPage'] = async (query = '', cookie = '') => {
    const answer = await fetch(`${address}${query}`, { headers: { cookie }, redirect: 'manual' })
    const text = await answer.text()
    const page = cookiesOf(answer).get('parley_app_sign_in')
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    return { answer, text, cookie: `parley_app_sign_in=${page}`, token }
  }
  return {
    openPage,
    post: (cookie, fields) =>
      fetch(address, {
        method: 'POST',
        headers: { ...form, ...sameOrigin, cookie },
        body: new URLSearchParams({ email, password, ...fields }),
        redirect: 'manual',
      }),
    signIn: async ({ query = '', cookie, headers = sameOrigin, fields = {} } = {}) => {
      const page = await openPage(query, cookie)
      return fetch(`${address}${query}`, {
        method: 'POST',
        headers: { ...form, ...headers, cookie: [cookie, page.cookie].filter(Boolean).join('; ') },
        body: new URLSearchParams({ token: page.token, email, password, ...fields }),
        redirect: 'manual',
      })
    },
    me: (cookie, headers) => callApp(origin, cookie, appOperations.getMe, headers ? { headers } : {}),
  }
}
