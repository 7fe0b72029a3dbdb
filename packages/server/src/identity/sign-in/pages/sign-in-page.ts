import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { errorNotice, invalidField } from './render-error.ts'

interface SignInPage {
  /** Target of the form. */
  readonly action: string
  readonly passkeys: PasskeyAddress | undefined
  /** Page on which people find the sign-in of their firm. */
  readonly firmSignIn: string
  readonly token: string
  /** Where the sign-in leads. */
  readonly purpose: { readonly applicationName: string; readonly cancelAction: string } | 'own app'
  readonly host: string
  readonly isSandbox: boolean
  readonly email?: string
  readonly error?: string
}

/** URLs of the page's script: `address` with /options or /verify, then `query`. */
interface PasskeyAddress {
  readonly address: string
  readonly query?: string
}

export function signInPage(page: SignInPage): string {
  const { action, passkeys, firmSignIn, token, purpose, host, email = '', error } = page
  const invalid = invalidField(error)
  const main = html`<h1>Sign in</h1>
<p class="lede">to continue to ${purpose === 'own app' ? 'your inbox' : html`<b><bdi>${purpose.applicationName}</bdi></b>`}</p>
${errorNotice(error)}
<form class="fields" method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${invalid}${email === '' && html` autofocus`}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${invalid}${email !== '' && html` autofocus`}>
</div>
<button class="primary">Sign in</button>
</form>
${passkeys && passkeySection(passkeys, token)}
<p class="below"><a href="${firmSignIn}">Sign in with your firm</a></p>
${
  purpose !== 'own app' &&
  html`<form class="below" method="post" action="${purpose.cancelAction}">
<input type="hidden" name="token" value="${token}">
<button class="link">Cancel and return to <bdi>${purpose.applicationName}</bdi></button>
</form>`
}`
  return layout({
    title: error === undefined ? 'Sign in' : 'Error: sign in',
    main,
    footer: html`<p><a href="/app/sign-in/forgot">Forgot your password?</a></p>
<p>Sign in only where the address bar shows <b>${host}</b>.</p>`,
    isSandbox: page.isSandbox,
    ...(passkeys && {
      head: html`<script src="/oauth/assets/passkey.js" type="module"></script>`,
    }),
  })
}

const passkeySection = (
  { address, query = '' }: PasskeyAddress,
  token: string,
) => html`<div id="passkey" data-address="${address}" data-query="${query}" data-token="${token}" hidden>
<p class="divider">or</p>
<button class="secondary" type="button">Sign in with a passkey</button>
<p class="small wrong" role="status"></p>
</div>`
