import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { errorNotice, invalidField } from './render-error.ts'

interface NewPasswordPage {
  readonly action: string
  /** The token of the link. */
  readonly link: string
  readonly email: string
  readonly isSandbox: boolean
  readonly error?: string
}

/** Where a link of an invitation or a reset leads. Opening it changes nothing: mail scanners open links, too. */
export function newPasswordPage({ action, link, email, isSandbox, error }: NewPasswordPage): string {
  const main = html`<h1>Set your password</h1>
<p class="lede">for <b><bdi>${email}</bdi></b></p>
${errorNotice(error)}
<form class="fields" method="post" action="${action}">
<input type="hidden" name="link" value="${link}">
<input type="text" name="username" value="${email}" autocomplete="username" hidden>
<div class="field">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" maxlength="1024" required${invalidField(error)} autofocus>
<p class="quiet small">At least 12 characters. Do not use a common password.</p>
</div>
<button class="primary">Set password</button>
</form>`
  return layout({
    title: error === undefined ? 'Set your password' : 'Error: set your password',
    main,
    isSandbox,
  })
}
