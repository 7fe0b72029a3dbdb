import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'

interface RecoveryCodesPage {
  readonly recoveryCodes: readonly string[]
  /** Where the sign-in leads. */
  readonly next: string
  readonly isSandbox: boolean
}

/** Shown once. */
export function recoveryCodesPage({ recoveryCodes, next, isSandbox }: RecoveryCodesPage): string {
  const main = html`<h1>Keep your recovery codes</h1>
<p class="lede">Each of them signs you in once without your authenticator app. Keep them where you find them without your phone. They are not shown again.</p>
<ul class="codes" aria-label="Recovery codes">
${recoveryCodes.map(code => html`<li>${code}</li>`)}
</ul>
<p class="next"><a class="primary" href="${next}">I have saved them</a></p>`
  return layout({ title: 'Recovery codes', main, isSandbox })
}
