import { html } from './html.ts'
import { layout } from './layout.ts'

interface ErrorPage {
  readonly title: string
  readonly message: string
  /** Under which the log knows the request. */
  readonly traceId?: string
}

/** What a person sees when the flow cannot go on. */
export function errorPage({ title, message, traceId }: ErrorPage): string {
  const main = html`<h1>${title}</h1>
<p class="lede">${message}</p>
${traceId !== undefined && html`<p class="reference quiet small">If you ask for help, give this reference:<br><code>${traceId}</code></p>`}`
  return layout({ title, main })
}
