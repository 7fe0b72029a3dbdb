import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'

interface ErrorPage {
  readonly title: string
  readonly message: string
  /** Id of the request in the log. */
  readonly traceId?: string
}

/** The page a person sees when the flow fails. */
export function errorPage({ title, message, traceId }: ErrorPage): string {
  const main = html`<h1>${title}</h1>
<p class="lede">${message}</p>
${traceId !== undefined && html`<p class="reference quiet small">If you contact support, give this reference:<br><code>${traceId}</code></p>`}`
  return layout({ title, main })
}
