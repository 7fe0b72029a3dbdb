import { errorClassOf, type ProblemCode, problemExample, problems } from '@parley/contract'
import { type Html, html } from '../platform/http/pages/html.ts'
import { articlePage } from './article-page.ts'
import { problemCases } from './problem-cases.ts'

interface Installation {
  readonly isSandbox: boolean
}

/** The page at the `type` URL of a problem. */
export function problemPage(
  code: ProblemCode,
  { origin, isSandbox }: Installation & { readonly origin: string },
): string {
  const { title, when, cure, retryable } = problems[code]
  const main = html`<p class="above"><a href="/problems">Errors</a></p>
<h1>${title}</h1>
${facts(code)}
<h2>What happened</h2>
<p>${when}</p>
<h2>What to do</h2>
<p>${cure}</p>
<dl class="cases">
${problemCases[code].map(({ sign, cure: remedy }) => html`<dt>${sign}</dt><dd>${remedy}</dd>`)}
</dl>
<h2>Example</h2>
<figure class="code"><figcaption>JSON</figcaption><pre tabindex="0"><code>${JSON.stringify(problemExample(code, origin), null, 2)}
</code></pre></figure>
<p class="quiet small">Programs act on <code>code</code> and <code>retryable</code>; <code>detail</code> is for people and may change. Quote <code>traceId</code> when you ask for help.</p>
<h2>With the SDK</h2>
<p>It is thrown as <code>${errorClassOf(code)}</code>. ${
    retryable
      ? 'By then the SDK has retried twice, with one Idempotency-Key for all attempts. It waits for Retry-After, or for 0.5 to 8 seconds without it. If Retry-After is more than a minute, it throws at once.'
      : 'The SDK does not retry: the same request would be rejected again.'
  }</p>`
  return articlePage({ title, address: `/problems/${code}`, main, isSandbox })
}

export function problemListPage({ isSandbox }: Installation): string {
  const codes = Object.keys(problems) as ProblemCode[]
  const title = 'Errors'
  const main = html`<h1>${title}</h1>
<p class="lede">A request that fails as a whole returns one of these codes, as <code>application/problem+json</code>. A recipient who cannot be texted is not a problem but an entry in <code>failures</code> of a 200. The guide <a href="/docs/guides/errors">Errors and rate limits</a> says what to retry and when.</p>
<dl class="cases">
${codes.map(
  code =>
    html`<dt><a href="/problems/${code}">${problems[code].title}</a> ${facts(code)}</dt><dd>${problems[code].when}</dd>`,
)}
</dl>`
  return articlePage({ title, address: '/problems', main, isSandbox })
}

const facts = (code: ProblemCode): Html => {
  const { status, retryable } = problems[code]
  return html`<span class="facts"><span>${status}</span> <code>${code}</code> <span>${retryable ? 'retry' : 'do not retry'}</span></span>`
}
