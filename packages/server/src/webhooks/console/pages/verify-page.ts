import { html } from '../../../platform/http/pages/html.ts'
import type { EndpointRow } from '../../endpoints/queries.ts'
import type { SecretWithTimes } from '../queries.ts'
import type { Verdict } from '../verify-signature.ts'
import { type Frame, hidden, moment, renderFrame } from './render-frame.ts'

interface VerifyPage {
  readonly endpoints: readonly EndpointRow[]
  readonly endpointId?: number | undefined
  readonly headers?: string
  readonly body?: string
  readonly verdict?: Verdict & { readonly secret: SecretWithTimes | undefined }
}

const example = 'webhook-id: evt_1049601\nwebhook-timestamp: 1794775867\nwebhook-signature: v1,K5oZ…='

/** Paste a delivery, and see which secret signed it or what is wrong with it. */
export function verifyPage(
  frame: Frame,
  { endpoints, endpointId, headers = '', body = '', verdict }: VerifyPage,
): string {
  const main = html`<h1>Verify a signature</h1>
<p class="lede">Paste what your receiver got. It is checked here and neither stored nor logged.</p>
${verdict && renderVerdict(verdict)}
${
  endpoints.length === 0
    ? html`<p>This application has no webhook endpoint yet.</p>`
    : html`<form class="verify" method="post" action="/developer/verify">${hidden(frame.token)}
<div class="field"><label for="endpoint">Endpoint</label>
<select id="endpoint" name="endpoint">${endpoints.map(
        row =>
          html`<option value="${row.endpointId}"${row.endpointId === endpointId && html` selected`}>${row.endpointId}: ${new URL(row.url).host}</option>`,
      )}</select></div>
<div class="field"><label for="headers">Headers</label><textarea id="headers" name="headers" placeholder="${example}" spellcheck="false" required>${'\n'}${headers}</textarea></div>
<div class="field"><label for="body">Raw body</label><textarea id="body" name="body" spellcheck="false" required>${'\n'}${body}</textarea></div>
<button class="primary">Verify</button></form>`
}`
  return renderFrame({ ...frame, title: 'Verify a signature', tab: 'verify', main })
}

function renderVerdict({ isValid, findings, secret }: NonNullable<VerifyPage['verdict']>) {
  const isGood = isValid && secret?.isExpired === false
  return html`<div class="message${!isGood && ' bad'}" role="${isGood ? 'status' : 'alert'}">
<p><b>${isGood ? 'The signature is valid.' : 'A receiver should refuse this delivery.'}</b></p>
${
  secret &&
  html`<p>It fits the ${secret.kind === 'hmac' ? 'shared secret' : 'public key'} of ${moment(secret.createdAt)} UTC, ${
    secret.expiresAt === null
      ? 'which is the current one'
      : html`which ${secret.isExpired ? 'has signed' : 'signs'} until ${moment(secret.expiresAt)} UTC`
  }.</p>`
}
${findings.map(finding => html`<p>${finding}</p>`)}
</div>`
}
