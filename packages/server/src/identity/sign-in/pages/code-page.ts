import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { errorNotice, invalidField } from './render-error.ts'

interface CodePage {
  /** Target of the forms. */
  readonly action: string
  /** The first page of the sign-in. */
  readonly back: string
  readonly token: string
  readonly email: string
  readonly isSandbox: boolean
  readonly error?: string
}

/** Asks for the second factor. */
export function codePage({ action, back, token, email, isSandbox, error }: CodePage): string {
  const hidden = html`<input type="hidden" name="token" value="${token}">`
  const main = html`<h1>Enter your code</h1>
<p class="lede">Your authenticator app shows it for <b><bdi>${email}</bdi></b>.</p>
${errorNotice(error)}
<form class="fields" method="post" action="${action}">
${hidden}
<div class="field">
<label for="code">Code with 6 digits</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${invalidField(error)} autofocus>
</div>
<button class="primary">Continue</button>
</form>
<details class="more">
<summary>Use a recovery code</summary>
<form class="fields" method="post" action="${action}">
${hidden}
<div class="field">
<label for="recovery">Recovery code</label>
<input id="recovery" name="recoveryCode" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required>
</div>
<button class="secondary">Continue with it</button>
</form>
</details>
<p class="below"><a href="${back}">Sign in as somebody else</a></p>`
  return layout({
    title: error === undefined ? 'Enter your code' : 'Error: enter your code',
    main,
    footer: html`<p>Lost your phone and your recovery codes? Ask your firm’s administrator, or the operator of this Parley server if you are the administrator.</p>`,
    isSandbox,
  })
}
