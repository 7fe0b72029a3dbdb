import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { errorNotice, invalidField } from './render-error.ts'

interface ForgotPage {
  readonly action: string
  readonly isSandbox: boolean
  readonly email?: string
  readonly error?: string
}

/** Asks for the address to which a link is sent. */
export function forgotPage({ action, isSandbox, email = '', error }: ForgotPage): string {
  const main = html`<h1>Forgot your password?</h1>
<p class="lede">Enter the email that you sign in with. You get a link with which you set a new password.</p>
${errorNotice(error)}
<form class="fields" method="post" action="${action}">
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${invalidField(error)} autofocus>
</div>
<button class="primary">Send a link</button>
</form>
<p class="below"><a href="/app/sign-in">Back to sign-in</a></p>`
  return layout({ title: 'Forgot your password?', main, isSandbox })
}
