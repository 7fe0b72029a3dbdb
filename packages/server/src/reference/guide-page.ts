import { html, trusted } from '../platform/http/pages/html.ts'
import { articlePage } from './article-page.ts'
import { type Guide, guides, overview } from './guides.ts'

/** Origin of a sandbox that `npm run dev` starts, which the guides use in their examples. */
const exampleOrigin = 'http://127.0.0.1:8080'

interface Installation {
  readonly origin: string
  readonly isSandbox: boolean
}

/** A guide, with the addresses of this installation in its examples. */
export function guidePage(guide: Guide, { origin, isSandbox }: Installation): string {
  const order = [overview, ...guides]
  const place = order.indexOf(guide)
  const previous = order[place - 1]
  const next = order[place + 1]
  const main = html`<article>
${trusted(guide.html.replaceAll(exampleOrigin, origin))}</article>
<nav class="turn" aria-label="Previous and next guide">
${previous && html`<a rel="prev" href="${previous.address}"><span>Previous</span> ${previous.label}</a>`}
${next && html`<a rel="next" href="${next.address}"><span>Next</span> ${next.label}</a>`}
</nav>`
  const { title, address, sections } = guide
  return articlePage({ title, address, isSandbox, main, sections })
}
