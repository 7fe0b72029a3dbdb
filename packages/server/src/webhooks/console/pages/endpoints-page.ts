import { html } from '../../../platform/http/pages/html.ts'
import type { ObservedEndpoint } from '../read-endpoints.ts'
import { type Frame, renderFrame } from './render-frame.ts'
import { renderSparkline, sumOf } from './render-sparkline.ts'
import { describeLag, renderState } from './render-state.ts'

/** All endpoints of the application. */
export function endpointsPage(frame: Frame, endpoints: readonly ObservedEndpoint[]): string {
  const main = html`<h1>Endpoints</h1>
${
  endpoints.length === 0
    ? html`<p class="lede">This application has no webhook endpoint yet. Create one with <code>POST /v1/events/endpoints</code>, or receive events on your own machine with <code>npx --no @parley/sdk listen</code>: <a href="/docs/guides/events">how events work</a>.</p>`
    : html`<p class="lede">Where events are delivered. The bars show the last 24 hours.</p>
<ul class="cards">${endpoints.map(card)}</ul>`
}`
  return renderFrame({ ...frame, title: 'Endpoints', tab: 'endpoints', main })
}

const card = ({ row, lagSeconds, hours }: ObservedEndpoint) => html`<li>
<h2><a href="/developer/endpoints/${row.endpointId}">${new URL(row.url).host}</a></h2>
${renderSparkline(hours)}
<p>${renderState(row)} ${describeLag(row, lagSeconds)}</p>
<p class="quiet">Endpoint ${row.endpointId}: ${sumOf(hours, 'delivered')} delivered, ${sumOf(hours, 'failed')} failed${row.parked > 0 && html`, ${row.parked} waiting for a retry`}${row.missed > 0 && html`, ${row.missed} given up`}</p>
</li>`
