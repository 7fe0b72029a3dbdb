import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { errorNotice, invalidField } from '../../sign-in/pages/render-error.ts'

interface AskingPage {
  readonly action: string
  readonly token: string
  readonly host: string
  readonly isSandbox: boolean
  readonly otherWay: string
  readonly email?: string
  readonly error?: string
}

/** Asks for the address only. Its domain leads to the firm's provider. */
export function askEmailPage({
  action,
  token,
  host,
  isSandbox,
  otherWay,
  email = '',
  error,
}: AskingPage): string {
  const main = html`<h1>Sign in with your firm</h1>
<p class="lede">Enter your work email. Your firm’s own sign-in page opens.</p>
${errorNotice(error)}
<form class="fields" method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${invalidField(error)} autofocus>
</div>
<button class="primary">Continue</button>
</form>
<p class="below"><a href="${otherWay}">Sign in another way</a></p>`
  return layout({
    title: error === undefined ? 'Sign in with your firm' : 'Error: sign in with your firm',
    main,
    footer: html`<p>Sign in only where the address bar shows <b>${host}</b> or your firm’s own address.</p>`,
    isSandbox,
  })
}

/**
 * Goes on by itself. A redirect would not do: it belongs to the navigation that the provider's site started, and browsers send
 * none of our cookies along with it.
 */
export function goOnPage({
  target,
  isSandbox,
}: {
  readonly target: string
  readonly isSandbox: boolean
}): string {
  return layout({
    title: 'You are signed in',
    head: html`<meta http-equiv="refresh" content="0;url=${target}">`,
    main: html`<h1>You are signed in</h1>
<p class="lede"><a href="${target}">Continue</a></p>`,
    isSandbox,
  })
}

/** The page of a one-time link. Only its button uses the link: mail programs open links by themselves. */
export function oncePage({
  token,
  isSandbox,
}: {
  readonly token: string
  readonly isSandbox: boolean
}): string {
  return layout({
    title: 'Sign in once',
    main: html`<h1>Sign in once</h1>
<p class="lede">Your operator gave you this link because your firm’s sign-in is not available. It works once.</p>
<form class="fields" method="post" action="/sign-in/once">
<input type="hidden" name="token" value="${token}">
<button class="primary">Sign in</button>
</form>`,
    isSandbox,
  })
}
