import type { Person, Role } from '@parley/contract'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import type { ListedSession } from '../sessions/list-sessions.ts'

interface FirmPage {
  readonly person: Person
  readonly sessions: readonly ListedSession[]
  readonly token: string
  readonly isSandbox: boolean
}

const roleLabels: Readonly<Record<Role, string>> = {
  advisor: 'Advisor',
  assistant: 'Assistant',
  administrator: 'Administrator',
  supervisor: 'Supervisor',
  principal: 'Principal',
  auditor: 'Auditor',
}

/** Who is signed in, with which roles, and where. */
export function firmPage({ person, sessions, token, isSandbox }: FirmPage): string {
  const hidden = html`<input type="hidden" name="token" value="${token}">`
  const main = html`<h1><bdi>${person.name}</bdi></h1>
<p class="lede"><bdi>${person.firmName}</bdi><br><span class="quiet small"><bdi>${person.email}</bdi></span></p>
<h2 id="roles">Your roles</h2>
<ul aria-labelledby="roles">
${person.roles.map(role => html`<li>${roleLabels[role]}</li>`)}
</ul>
${appWords(person)}
<h2 id="sessions">Where you are signed in</h2>
<ul aria-labelledby="sessions">
${sessions.map(
  session =>
    html`<li>${session.browser ?? 'A browser'}${session.isCurrent && html` (this one)`}, since <time datetime="${session.signedInAt.toISOString()}">${minuteOf(session.signedInAt)}</time></li>`,
)}
</ul>
<div class="decide">
<form method="post" action="/firm/sign-out">${hidden}<button class="primary">Sign out</button></form>
${sessions.length > 1 && html`<form method="post" action="/firm/sign-out-others">${hidden}<button class="secondary">Sign out everywhere else</button></form>`}
</div>`
  return layout({ title: person.firmName, main, isWide: true, isSandbox })
}

function appWords({ accounts, roles }: Person) {
  if (accounts.length > 0) return html`<p><a href="/app">Open the inbox</a></p>`
  return (
    roles.includes('assistant') &&
    html`<p class="quiet small">You do not act for any advisor yet. Your firm’s administrator can change that.</p>`
  )
}

/** In UTC: the firm has no time zone. */
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
