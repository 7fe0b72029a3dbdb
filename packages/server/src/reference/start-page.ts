import { html } from '../platform/http/pages/html.ts'
import { articlePage } from './article-page.ts'
import { guides } from './guides.ts'

/** The page at the root: where advisors and developers go from here. */
export function startPage({ isSandbox }: { readonly isSandbox: boolean }): string {
  const main = html`<h1>Parley</h1>
<p class="lede">Compliance-grade texting and an address book for financial advisors.</p>
<h2>For advisors</h2>
<ul class="cards">
<li><a href="/app">Advisor app</a><p>Sign in, read replies, send texts and manage contacts.</p></li>
</ul>
<h2>For developers of partner applications</h2>
<ul class="cards">
${guides.map(({ address, label, summary }) => html`<li><a href="${address}">${label}</a><p>${summary}</p></li>\n`)}</ul>
<h2>Reference and tools</h2>
<ul class="cards">
<li><a href="/docs">API reference</a><p>Every operation, with samples to copy.</p></li>
<li><a href="/problems">Errors</a><p>What each error code means, and what to do.</p></li>
<li><a href="/openapi.json">OpenAPI description</a><p>The API for programs, such as client generators.</p></li>
${isSandbox && html`<li><a href="/sandbox/handset">Handsets</a><p>The phones of this sandbox, to read and answer what was sent.</p></li>`}
</ul>`
  return articlePage({ title: 'Start', address: '/', main, isSandbox })
}
