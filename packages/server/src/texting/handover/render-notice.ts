import { type Lint, lintHandoverNotice, renderText } from '../../consent/index.ts'
import { Problem } from '../../platform/problem/problem.ts'

/** Names that the notice of a handover can show. */
interface NoticeNames {
  readonly former: string
  readonly advisor: string
  readonly firm: string
}

export const defaultNotice =
  '{firm}: {advisor} now looks after you in place of {former}. You reach {advisor} at this number. Reply STOP to opt out.'

interface RenderedNotice extends Lint {
  readonly text: string
}

/** The text that clients would get, and what is wrong with its template. */
export const renderNotice = (template: string, names: NoticeNames): RenderedNotice => ({
  ...lintHandoverNotice(template, names.firm),
  text: renderText(template, names),
})

/** The same, where a mistake is refused. */
export function requireNotice(template: string, names: NoticeNames): string {
  const { mistakes, text } = renderNotice(template, names)
  if (mistakes.length === 0) return text
  throw new Problem('invalid_request', mistakes.join(' '), {
    details: { errors: mistakes.map(message => ({ path: '/notice', message })) },
  })
}
