/** A page or a redirect to another site: where a browser ends up. */
export interface Visit {
  readonly status: number
  readonly body: string
  /** Address on the application's site, if the service sent the browser there. */
  readonly callback: URL | undefined
}

export interface Person {
  readonly email: string
  readonly password: string
}

/** A browser without scripts: it keeps cookies, follows redirects and submits the forms of the sign-in pages. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>()

  /** Opens an authorization request, signs in if asked to, and presses Allow or Deny. */
  async authorize(url: string, { email, password }: Person, answer: 'allow' | 'deny'): Promise<Visit> {
    let visit = await this.#open(url)
    // A sign-in and a permission at most.
    for (let pages = 0; pages < 3 && visit.status === 200 && visit.callback === undefined; pages += 1) {
      const verb = visit.body.includes('/sign-in"') ? 'sign-in' : answer
      const action = new RegExp(`action="([^"]+/${verb})"`).exec(visit.body)?.[1]
      const token = /name="token" value="([^"]+)"/.exec(visit.body)?.[1]
      if (action === undefined || token === undefined) return visit
      const form = new URLSearchParams({ token, ...(verb === 'sign-in' && { email, password }) })
      visit = await this.#open(new URL(action, url).href, form)
    }
    return visit
  }

  /** Signs in to the advisor app and returns the cookie header of the session. */
  async signInToApp(origin: string, { email, password }: Person): Promise<string> {
    const address = `${origin}/app/sign-in`
    const page = await this.#open(address)
    const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    await this.#fetch(address, new URLSearchParams({ token, email, password }))
    return this.#cookieHeader()
  }

  async #open(address: string, form?: URLSearchParams): Promise<Visit> {
    const { origin } = new URL(address)
    let response = await this.#fetch(address, form)
    for (let url = address, hops = 0; hops < 12; hops += 1) {
      const location = response.headers.get('location')
      const body = await response.text()
      if (location === null) return { status: response.status, body, callback: undefined }
      const next = new URL(location, url)
      if (next.origin !== origin) return { status: response.status, body, callback: next }
      url = next.href
      response = await this.#fetch(url)
    }
    throw new Error(`Too many redirects from ${address}`)
  }

  async #fetch(url: string, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: this.#cookieHeader(),
        accept: 'text/html',
        origin: new URL(url).origin,
        'sec-fetch-site': 'same-origin',
      },
      ...(form && { body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
