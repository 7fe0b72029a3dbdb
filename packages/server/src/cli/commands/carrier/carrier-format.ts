// Text output of the carrier commands.
import { persistence, textsPath } from '../../../carriers/index.ts'
import type { ListedCarrier, ShownCarrier } from '../../../delivery/index.ts'
import { fields, minute, table } from '../../terminal/output.ts'
import { type CarrierKind, optionsOf } from './carrier-options.ts'

export function addedText(name: string, kind: CarrierKind, publicOrigin: string): string {
  const lines = [`Added carrier ${name}. To test it: parley carrier test ${name}`]
  if (kind === 'twilio') {
    lines.push('', 'Configure the carrier to post replies to this URL:', `  ${repliesTo(name, publicOrigin)}`)
  }
  return lines.join('\n')
}

const repliesTo = (name: string, publicOrigin: string): string =>
  `${publicOrigin}${textsPath(name)}${persistence}`

export function listOf(carriers: readonly ListedCarrier[]): string {
  if (carriers.length === 0) {
    return 'No carriers yet, so texts wait. To add one: parley carrier add --help'
  }
  return table(
    ['Name', 'Kind', 'Status', 'Links', 'Window', 'Rate', 'Pace', 'Numbers', 'Last error'],
    carriers.map(({ name, kind, configured, state }) => [
      configured?.isDefault ? `${name} (default)` : name,
      kind,
      statusOf({ configured, state }),
      state ? `${state.bound}/${state.binds}` : '-',
      state && state.window > 0 ? `${state.waiting}/${state.window}` : '-',
      state ? `${state.textsPerSecond.toFixed(1)}/s` : '-',
      configured?.textsPerSecond ? `${configured.textsPerSecond}/s` : '-',
      configured?.numbers ?? '-',
      lastErrorOf(state),
    ]),
  )
}

function statusOf({ configured, state }: Pick<ListedCarrier, 'configured' | 'state'>): string {
  if (configured?.retiredAt) return 'retired'
  if (configured?.isPaused) return 'paused'
  if (!state) return 'no worker'
  if (state.throttledForMs > 0) return `throttled for ${Math.ceil(state.throttledForMs / 1_000)} s`
  if (state.workersUp === state.workers) return 'up'
  return state.workersUp === 0 ? 'down' : `up on ${state.workersUp} of ${state.workers} workers`
}

export function describeCarrier(carrier: ShownCarrier, publicOrigin: string): string {
  const { name, kind, settings, configured, state, numbers } = carrier
  const rows = fields([
    ['Kind', kind],
    ['Status', statusOf({ configured, state })],
    ...(configured?.retiredAt ? [['Retired', minute(configured.retiredAt)] as const] : []),
    ['Default', configured?.isDefault ? 'yes' : 'no'],
    ['Settings', optionsOf(kind, settings)],
    ['Pace', configured?.textsPerSecond ? `${configured.textsPerSecond}/s` : '-'],
    ...(kind === 'twilio' ? [['Replies to', repliesTo(name, publicOrigin)] as const] : []),
    ['Numbers', numbers],
    ['Last error', lastErrorOf(state)],
    ['Changed', configured ? `${minute(configured.changedAt)} by ${configured.changedBy}` : '-'],
  ])
  return `Carrier ${name}\n\n${rows}`
}

export function retiredText(name: string, kind: ListedCarrier['kind']): string {
  const later =
    kind === 'twilio'
      ? 'Replies and receipts that it posts are still accepted; missed ones are no longer fetched.'
      : 'Replies and receipts that it still holds will not arrive.'
  return [
    `Retired carrier ${name}. The workers disconnect within seconds.`,
    later,
    `To use it again: parley carrier restore ${name}`,
  ].join('\n')
}

const lastErrorOf = (state: ListedCarrier['state']): string =>
  state?.lastError && state.lastErrorAt ? `${state.lastError} (${minute(state.lastErrorAt)})` : '-'
