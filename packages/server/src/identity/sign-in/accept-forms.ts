import { Problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'

const formBytes = 8 * 1024

/** The one body that pages send: a form, as browsers encode it. */
export function acceptForms(app: HttpServer): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    async (_request: unknown, body: string) => {
      const form = new URLSearchParams(body)
      const holdsNul = [...form.values()].some(value => value.includes('\0'))
      if (holdsNul) throw new Problem('invalid_request', 'The form holds a NUL character.')
      return form
    },
  )
}
