import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  /** Undefined also if two are sent: another site may have set one of them. */
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string, lifeSeconds: number): void
  clear(reply: FastifyReply): void
}

/** The last two belong to the authorization server: here they are only read and cleared. */
type CookieName = 'app' | 'app_sign_in' | 'developer' | 'device' | 'firm_sign_in' | 'session' | 'session.sig'

/**
 * A cookie that scripts cannot read, that is sent only to this host and only with requests of our own pages. The pages
 * themselves need no cookie, so links from other sites still work. Lax: also sent when a page of another site leads to us.
 */
export function createCookie(
  name: CookieName,
  publicOrigin: string,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): Cookie {
  const isSecure = publicOrigin.startsWith('https:')
  const fullName = `${isSecure ? '__Host-' : ''}parley_${name}`
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return {
    read: ({ headers }) => {
      const found = (headers.cookie ?? '')
        .split(';')
        .map(pair => pair.trim())
        .filter(pair => pair.startsWith(`${fullName}=`))
      const [only] = found
      return found.length === 1 ? only?.slice(fullName.length + 1) : undefined
    },
    set: (reply, value, lifeSeconds) => {
      reply.header('set-cookie', `${fullName}=${value}; Max-Age=${lifeSeconds}; ${attributes}`)
    },
    clear: reply => {
      reply.header('set-cookie', `${fullName}=; Max-Age=0; ${attributes}`)
    },
  }
}
