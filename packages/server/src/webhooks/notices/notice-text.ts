import { pauseAfterMs } from '../deliver/retry-times.ts'
import type { DueNotice } from './queries.ts'

interface NoticeText {
  readonly purpose: string
  readonly subject: string
  readonly body: string
}

interface Facts {
  readonly waitingEvents: string
  readonly publicOrigin: string
}

/** A subject has 200 characters, and a host may have more. */
const hostCharactersMax = 100

/** What the developers of an application are told. Only the host of the address: its path may hold a secret. */
export function noticeText(notice: DueNotice, facts: Facts): NoticeText {
  const { host } = new URL(notice.url)
  const shortHost = host.length > hostCharactersMax ? `${host.slice(0, hostCharactersMax)}…` : host
  const { subject, purpose, paragraph } = wordsOf(notice, shortHost)
  const rows = [
    ['Application', notice.applicationName],
    ['Endpoint', `${notice.endpointId} at ${host}`],
    [notice.stage === 0 ? 'Failed since' : 'Failing since', minuteOf(notice.since)],
    ...(notice.stage === 0 ? [] : [['Last attempt', lastAttempt(notice)]]),
    ['Waiting events', facts.waitingEvents],
  ]
  const table = rows.map(([name = '', value = '']) => `${`${name}:`.padEnd(16)}${value}`).join('\n')
  return { purpose, subject, body: `${paragraph}\n\n${table}\n\n${nextStep(notice, facts)}\n` }
}

function wordsOf({ stage, since, pausedBecause }: DueNotice, host: string) {
  switch (stage) {
    case 0:
      return {
        purpose: 'endpoint.recovered',
        subject: `Webhooks to ${host} work again`,
        paragraph:
          'The endpoint accepts events again. Those that waited are delivered in order; nothing was lost.',
      }
    case 4:
      return {
        purpose: 'endpoint.paused',
        subject: `Webhooks to ${host} are paused`,
        paragraph: `${pausedBecause === 'gone' ? 'The endpoint answered 410 Gone' : 'Nothing was delivered for 72 hours'}, so no events are sent until you resume it. Nothing is lost: events wait and are delivered in order after that.`,
      }
    default: {
      const hours = { 1: 'an hour', 2: '24 hours', 3: '48 hours' }[stage]
      return {
        purpose: 'endpoint.failing',
        subject: `Webhooks to ${host} have failed for ${hours}`,
        paragraph: `No event could be delivered for ${hours}. Nothing is lost: events wait, and are delivered in order once the endpoint answers with 2xx. If it keeps failing, it will be paused at ${minuteOf(new Date(since.getTime() + pauseAfterMs))}.`,
      }
    }
  }
}

function lastAttempt({ outcome, httpStatus, error }: DueNotice): string {
  switch (outcome) {
    case 'refused':
      return `HTTP ${httpStatus}`
    case 'timeout':
      return 'no answer in 15 seconds'
    case 'unreachable':
      return error ?? 'unreachable'
    default:
      return 'unknown'
  }
}

const nextStep = ({ clientId }: DueNotice, { publicOrigin }: Facts): string =>
  `The developers’ console shows each delivery, sends tests and resumes the endpoint:
${publicOrigin}/developer
It opens with a link that your application gets with POST /v1/events/console-links, or that the operator of this installation prints with
  parley app console ${clientId}`

const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
