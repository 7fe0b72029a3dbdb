import { type Html, html } from '../../../platform/http/pages/html.ts'
import type { DeliveryRow } from '../../endpoints/queries.ts'
import type { ObservedEndpoint } from '../read-endpoints.ts'
import { renderActs } from './render-acts.ts'
import { type Frame, moment, renderFrame } from './render-frame.ts'
import { renderSparkline, sumOf } from './render-sparkline.ts'
import { describeLag, renderState } from './render-state.ts'

export type Outcome = DeliveryRow['outcome']

export interface Deliveries {
  readonly rows: readonly DeliveryRow[]
  readonly outcome: Outcome | null
  /** Position of the next page. */
  readonly before: string | undefined
}

/** What became of the last act. */
export interface Message {
  readonly isBad: boolean
  readonly text: string
  /** Shown once. */
  readonly secret?: string
}

interface EndpointPage {
  readonly endpoint: ObservedEndpoint
  readonly deliveries: Deliveries
  readonly message: Message | undefined
  /** Names an act, so that a form that is sent twice acts once. */
  readonly once: string
}

/** One endpoint: its state, what can be done with it, and its deliveries. */
export function endpointPage(frame: Frame, { endpoint, deliveries, message, once }: EndpointPage): string {
  const { row, lagSeconds, hours } = endpoint
  const { host } = new URL(row.url)
  const main = html`<h1>${host}</h1>
<p>${renderState(row)} ${describeLag(row, lagSeconds)}</p>
${message && renderMessage(message)}
<dl class="facts">
${fact('Address', row.url)}
${fact('Endpoint id', String(row.endpointId))}
${fact('Events', row.types?.join(', ') ?? 'all')}
${fact('Last delivered', row.deliveredAt ? moment(row.deliveredAt) : 'never')}
${row.failingSince !== null && fact('Failing since', moment(row.failingSince))}
${fact('Waiting for a retry', String(row.parked))}
${fact('Given up', String(row.missed))}
${fact('Notices to', row.noticeEmail ?? 'nobody')}
</dl>
<h2>Last 24 hours</h2>
${renderDay(hours)}
${renderActs(row, { token: frame.token, once })}
${renderDeliveries(row.endpointId, deliveries)}`
  return renderFrame({ ...frame, title: host, tab: 'endpoints', main })
}

function renderDay(hours: ObservedEndpoint['hours']): Html {
  const [delivered, failed] = [sumOf(hours, 'delivered'), sumOf(hours, 'failed')]
  if (delivered === '0' && failed === '0') return html`<p class="quiet">Nothing was sent.</p>`
  return html`<p class="quiet">${delivered} delivered, ${failed} failed</p>
${renderSparkline(hours)}`
}

const fact = (name: string, value: string | Html) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const renderMessage = ({ isBad, text, secret }: Message) =>
  html`<div class="message${isBad && ' bad'}" role="${isBad ? 'alert' : 'status'}"><p>${text}</p>${secret !== undefined && html`<code>${secret}</code>`}</div>`

const outcomes = {
  delivered: 'Delivered',
  refused: 'Refused',
  timeout: 'Timed out',
  unreachable: 'Unreachable',
} as const

function renderDeliveries(endpointId: number, { rows, outcome, before }: Deliveries): Html {
  const address = (query: Record<string, string>): string =>
    `/developer/endpoints/${endpointId}?${new URLSearchParams(query).toString()}`
  const filter = (label: string, value: Outcome | null): Html =>
    html`<a href="${value === null ? `/developer/endpoints/${endpointId}` : address({ outcome: value })}"${value === outcome && html` aria-current="true"`}>${label}</a>`
  return html`<h2>Deliveries</h2>
<p class="quiet">Attempts of the last 30 days, newest first, times in UTC. Nothing of an answer is kept but its status.</p>
<div class="filters">${filter('All', null)}${Object.entries(outcomes).map(([value, label]) => filter(label, value as Outcome))}</div>
${rows.length === 0 ? html`<p>${outcome === null ? 'There are none yet. Send a test event to try the endpoint.' : 'There are none.'}</p>` : html`<ol class="deliveries">${rows.map(renderDelivery)}</ol>`}
${before !== undefined && html`<p class="pages"><a href="${address({ before, ...(outcome && { outcome }) })}">Older</a></p>`}`
}

const renderDelivery = ({
  type,
  eventId,
  attempt,
  httpStatus,
  error,
  milliseconds,
  at,
  outcome,
}: DeliveryRow) =>
  html`<li>
<span><span class="chip${outcome !== 'delivered' && ' bad'}">${outcomes[outcome]}${httpStatus !== null && ` ${httpStatus}`}</span></span>
<span class="event">${type} <span class="quiet">${eventId}, attempt ${attempt}, ${milliseconds} ms${error !== null && html`<br>${error}`}</span></span>
<span class="when quiet">${moment(at)}</span>
</li>`
