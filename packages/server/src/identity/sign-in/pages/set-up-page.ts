import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import type { DescribedSetup } from '../../second-factor/describe-setup.ts'
import { errorNotice, invalidField } from './render-error.ts'

interface SetUpPage extends DescribedSetup {
  /** Target of the form. */
  readonly action: string
  readonly token: string
  /** Encrypted secret. */
  readonly setup: string
  readonly firmName: string
  readonly isSandbox: boolean
  readonly error?: string
}

/** Sets an authenticator app up, because the firm requires a second factor. */
export function setUpPage(page: SetUpPage): string {
  const { action, token, setup, firmName, key, size, path, isSandbox, error } = page
  const main = html`<h1>Set up a second factor</h1>
<p class="lede"><b><bdi>${firmName}</bdi></b> requires one. Scan this code with an authenticator app, such as the one of your password manager.</p>
${errorNotice(error)}
<svg class="qr-code" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR code with the key below"><path d="${path}"/></svg>
<p class="quiet small">Or enter this key: <span class="key">${key}</span></p>
<form class="fields" method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="setup" value="${setup}">
<div class="field">
<label for="code">Code that the app shows</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${invalidField(error)}>
</div>
<button class="primary">Continue</button>
</form>`
  return layout({
    title: error === undefined ? 'Set up a second factor' : 'Error: set up a second factor',
    main,
    footer: html`<p>You can add a passkey under Settings afterwards. It replaces both the password and the code.</p>`,
    isSandbox,
  })
}
