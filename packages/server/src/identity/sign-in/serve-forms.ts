import { parseForm } from '../../platform/http/parse-form.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'

const pageFormBytes = 8 * 1024

/** The only body that pages send: a form, as browsers encode it. */
export function acceptForms(app: HttpServer, formBytes = pageFormBytes): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    async (_request: unknown, body: string) => {
      const form = parseForm(body)
      const holdsNul = [...form.values()].some(value => value.includes('\0'))
      if (holdsNul) throw new Problem('invalid_request', 'The form holds a NUL character.')
      return form
    },
  )
}
