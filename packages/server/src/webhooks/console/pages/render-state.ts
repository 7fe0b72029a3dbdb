import { type Html, html } from '../../../platform/http/pages/html.ts'
import type { EndpointRow } from '../../endpoints/queries.ts'

const states = {
  active: ['', 'Active'],
  failing: ['bad', 'Failing'],
  paused: ['idle', 'Paused'],
  untested: ['idle', 'Untested'],
} as const

export function renderState({ status, pausedBecause }: EndpointRow): Html {
  const [tone, label] = states[status]
  const why = { asked: '', gone: ': it answered 410', failing: ': it failed for 72 hours' }[
    pausedBecause ?? 'asked'
  ]
  return html`<span class="chip ${pausedBecause === 'gone' || pausedBecause === 'failing' ? 'bad' : tone}">${label}${why}</span>`
}

/** An idle endpoint is moved along every ten seconds. */
const currentSeconds = 20

export function describeLag({ status }: EndpointRow, lagSeconds: number | null): string {
  if (status === 'untested') return 'gets events after a test has arrived'
  if (lagSeconds === null || lagSeconds < currentSeconds) return 'up to date'
  return `${durationOf(lagSeconds)} behind`
}

function durationOf(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)]
  if (minutes < 1) return `${Math.floor(seconds)} s`
  if (hours < 1) return `${minutes} min`
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}
