import { html } from '../platform/http/pages/html.ts'
import { layout } from '../platform/http/pages/layout.ts'

/** The page at the root: where advisors, developers and operators go from here. */
export function startPage({ isSandbox }: { readonly isSandbox: boolean }): string {
  const main = html`<h1>Parley</h1>
<p class="lede">Compliance-grade texting and an address book for financial advisors.</p>
<dl class="cases">
<dt><a href="/app">The advisor app</a></dt><dd>For advisors: sign in, read replies, send texts and manage contacts.</dd>
<dt><a href="/docs">The API reference</a></dt><dd>For developers of partner applications: every operation, with samples to copy.</dd>
<dt><a href="/openapi.json">The OpenAPI description</a></dt><dd>The same for programs, such as client generators.</dd>
<dt><a href="/problems">Problems</a></dt><dd>What each error code means, and what to do.</dd>
${isSandbox ? html`<dt><a href="/sandbox/handset">The handsets</a></dt><dd>The phones of this sandbox, to read and answer what was sent.</dd>` : ''}
</dl>`
  return layout({ title: 'Start', main, isWide: true, isSandbox })
}
