import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { actsAloneWords, scopeWords } from './scope-labels.ts'

interface AllowPage {
  /** URL of the interaction, without a trailing slash. */
  readonly address: string
  readonly token: string
  readonly applicationName: string
  readonly advisor: { readonly name: string; readonly email: string; readonly firmName: string }
  /** Identifier of the account that is chosen at first. */
  readonly account: string
  /** Accounts that the advisor holds. With several, the advisor chooses one. */
  readonly accounts: readonly { readonly identifier: string; readonly name: string }[]
  readonly scopes: ReadonlySet<string>
  /** With client credentials it may use texting scopes without the advisor being present. */
  readonly hasClientCredentials: boolean
  readonly redirectUri: string
  readonly isSandbox: boolean
}

export function allowPage(page: AllowPage): string {
  const { address, token, applicationName, advisor, scopes } = page
  const name = html`<bdi>${applicationName}</bdi>`
  const hidden = html`<input type="hidden" name="token" value="${token}">`
  const requested = Object.entries(scopeWords).flatMap(([scope, words]) => (scopes.has(scope) ? [words] : []))
  const actsAlone =
    page.hasClientCredentials &&
    !scopes.has('offline_access') &&
    [...scopes].some(scope => scope.startsWith('text.'))
  const listed = actsAlone ? [...requested, actsAloneWords] : requested
  const main = html`<h1>Allow ${name} to use your account?</h1>
<div class="account">
<span class="initials" aria-hidden="true">${initialsOf(advisor.name)}</span>
<div class="who">
<p><b><bdi>${advisor.name}</bdi></b></p>
<p><bdi>${advisor.firmName}</bdi></p>
<p class="quiet small"><bdi>${advisor.email}</bdi></p>
</div>
<form method="post" action="${address}/switch">${hidden}<button class="link">Not you?<span class="unseen"> Use another account</span></button></form>
</div>
<h2 id="scopes">${name} will be able to:</h2>
<ul class="scopes" aria-labelledby="scopes">
${listed.map(({ allows, explains }) => html`<li>${tick}<b>${allows}</b><span>${explains}</span></li>`)}
</ul>
<p class="return quiet small">You will return to <b>${new URL(page.redirectUri).host}</b> either way. Your firm’s administrator can revoke this access at any time.</p>
<div class="decide">
<form method="post" action="${address}/allow">${hidden}${accountChoice(page)}<button class="primary">Allow</button></form>
<form method="post" action="${address}/deny">${hidden}<button class="secondary">Deny</button></form>
</div>`
  return layout({ title: `Allow ${applicationName}?`, main, isWide: true, isSandbox: page.isSandbox })
}

/** The name of an account is that of its advisor, so the identifier tells them apart. */
function accountChoice({ account, accounts }: AllowPage) {
  if (accounts.length < 2) return html``
  return html`<label class="choice">Which of your accounts?
<select name="account">
${accounts.map(
  ({ identifier, name }) =>
    html`<option value="${identifier}"${identifier === account && html` selected`}>${name} (${identifier})</option>`,
)}
</select></label>`
}

/** First letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(word => word !== '')
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return ends.map(word => [...(word ?? '')].at(0)?.toUpperCase()).join('')
}

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M4.5 10.5l3.6 3.6 7.4-8"/></svg>`
