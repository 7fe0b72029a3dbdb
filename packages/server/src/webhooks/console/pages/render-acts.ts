import { type Html, html } from '../../../platform/http/pages/html.ts'
import type { EndpointRow } from '../../endpoints/queries.ts'
import { hidden } from './render-frame.ts'

interface Form {
  readonly token: string
  readonly once: string
}

/** Forms that call the same verbs as the API. */
export function renderActs({ endpointId, status, missed }: EndpointRow, { token, once }: Form): Html {
  const post = (act: string, content: Html): Html =>
    html`<form method="post" action="/developer/endpoints/${endpointId}/${act}">${hidden(token)}<input type="hidden" name="once" value="${once}">${content}</form>`
  return html`<h2>Actions</h2>
<div class="acts">
${post('test', html`<button class="primary">Send a test event</button>`)}
${(status === 'active' || status === 'failing') && post('pause', html`<button class="secondary">Pause</button>`)}
${status === 'failing' && post('resume', html`<button class="secondary">Try again now</button>`)}
${missed > 0 && post('replay', html`<input type="hidden" name="only" value="missed"><button class="secondary">Send ${missed} given up again</button>`)}
</div>
${status === 'paused' && html`<details open><summary>Resume</summary>${post('resume', resumption)}</details>`}
<details><summary>Send events again</summary>${post('replay', replay)}</details>
<details><summary>Rotate the secret</summary>${post('secret', rotation)}</details>`
}

const resumption = html`<div class="field"><label for="from">Continue</label>
<select id="from" name="from"><option value="stop">where it stopped</option><option value="end">from now on, without what waited</option></select></div>
<p></p><button class="primary">Resume</button>`

const replay = html`<p class="quiet">All events of a time are delivered again beside the new ones, each with its old id. Times are in UTC.</p>
<div class="row">
<div class="field"><label for="replay-from">From</label><input id="replay-from" name="from" type="datetime-local" required></div>
<div class="field"><label for="replay-to">To (empty: now)</label><input id="replay-to" name="to" type="datetime-local"></div>
</div>
<button class="primary">Send again</button>`

const rotation = html`<p class="quiet">The new secret is shown once. The old ones of its kind sign too until the overlap ends, so that you can switch without a gap.</p>
<div class="row">
<div class="field"><label for="kind">Kind</label>
<select id="kind" name="kind"><option value="hmac">shared secret (v1)</option><option value="ed25519">public key (v1a)</option></select></div>
<div class="field"><label for="overlap">Overlap</label>
<select id="overlap" name="overlap"><option value="86400">24 hours</option><option value="604800">7 days</option><option value="0">none: the old secret is known to others</option></select></div>
</div>
<button class="primary">Rotate</button>`
