import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'

interface NoticePage {
  readonly title: string
  readonly message: string
  readonly isSandbox: boolean
}

/** Says what happened, and leads to the sign-in. */
export function noticePage({ title, message, isSandbox }: NoticePage): string {
  const main = html`<h1>${title}</h1>
<p class="lede">${message}</p>
<p class="below"><a href="/app/sign-in">Sign in</a></p>`
  return layout({ title, main, isSandbox })
}
