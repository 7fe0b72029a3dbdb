import { html } from '../../../platform/http/pages/html.ts'
import { renderPlain } from './render-frame.ts'

interface OpenPage {
  readonly applicationName: string
  readonly link: string
  readonly isSandbox: boolean
}

/** A link is used up by a press of the button: programs that look at links in mail or chat only read this page. */
export const openPage = ({ applicationName, link, isSandbox }: OpenPage): string =>
  renderPlain(
    'Open the console',
    isSandbox,
    html`<h1>Developers’ console</h1>
<p class="lede">of <b><bdi>${applicationName}</bdi></b></p>
<p>The link works once. You stay in for an hour and can do with webhook endpoints what the application can do.</p>
<form class="fields" method="post" action="/developer/open"><input type="hidden" name="link" value="${link}"><button class="primary" autofocus>Open the console</button></form>`,
  )

/** Without a session, or with a link that does not work: the same for all reasons. */
export const closedPage = (isSandbox: boolean, hadLink: boolean): string =>
  renderPlain(
    hadLink ? 'This link does not work' : 'Developers’ console',
    isSandbox,
    html`<h1>${hadLink ? 'This link does not work' : 'Developers’ console'}</h1>
<p class="lede">${hadLink ? 'It was used already, has expired, or was never valid.' : 'You need a link to open it, or your hour is over.'}</p>
<h2>Get a link</h2>
<p>Your application gets one from the API, with the scope <code>events.manage</code>:</p>
<p><code>POST /v1/events/console-links</code></p>
<p>Or the operator of this installation prints one:</p>
<p><code>parley app console &lt;client id&gt;</code></p>
<p class="quiet">A link works once and for ten minutes.</p>`,
  )
