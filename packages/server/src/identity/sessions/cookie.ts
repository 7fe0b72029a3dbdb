import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  /** Undefined also where two are sent: one of them may be another site's work. */
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string, lifeSeconds: number): void
  clear(reply: FastifyReply): void
}

/**
 * A cookie that no script reads, that goes to this host alone, and that comes along only where our own pages ask: the
 * pages themselves need no cookie, so links from elsewhere still lead to them.
 */
export function createCookie(name: 'app' | 'app_sign_in', publicOrigin: string): Cookie {
  const isSecure = publicOrigin.startsWith('https:')
  const fullName = `${isSecure ? '__Host-' : ''}parley_${name}`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
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
