import { VisuallyHidden } from '@mantine/core'
import type { Actor, Me, ThreadItem } from '@parley/contract'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconQuestionMark,
  IconShieldCheck,
  IconShieldQuestion,
} from '@tabler/icons-react'
import { memo } from 'react'
import { actorLabel } from '../../lib/actor.ts'
import { refusalLabel } from '../../lib/refusal-labels.ts'
import { showTime } from '../../lib/time.ts'
import { stepLabel } from '../consent/consent-record.tsx'
import classes from './thread.module.css'

type Text = NonNullable<ThreadItem['message']>

interface EntryProps {
  readonly item: ThreadItem
  /** Name of the other side. */
  readonly name: string
  readonly me: Me
  /** Puts the words of a failed text into the composer. Absent where there is none. */
  readonly retry?: ((text: string) => void) | undefined
}

export const ThreadEntry = memo(function ThreadEntry({ item, name, me, retry }: EntryProps) {
  const time = <time dateTime={item.dateTime}>{showTime(item.dateTime, me.timeZone)}</time>
  if (item.message) {
    const { direction, text, kind } = item.message
    return (
      <li className={classes['entry']} data-direction={direction}>
        <Author>{authorOf(item.message, name, me)}</Author>
        {kind !== 'text' && <span className={classes['kind']}>{kinds[kind]}</span>}
        <div className={classes['bubble']}>{text}</div>
        <div className={classes['meta']}>
          {time}
          <SentBy message={item.message} me={me} />
          {direction === 'out' && <Delivery message={item.message} />}
          {retry && kind === 'text' && deliveries[item.message.status].isBad && (
            <button type="button" className={classes['retry']} onClick={() => retry(text)}>
              Try again
            </button>
          )}
        </div>
      </li>
    )
  }
  if (item.refused) {
    const { text, code, by } = item.refused
    return (
      <li className={classes['entry']} data-direction="out" data-refused>
        <Author>{sender(by, me)}</Author>
        <span className={classes['kind']}>Not sent</span>
        <div className={classes['bubble']}>{text}</div>
        <div className={classes['meta']} data-bad>
          {time}
          <span>
            <IconBan size={14} aria-hidden /> Refused: {refusalLabel(code)}.
            {isOneself(by, me) ? '' : ` Tried by ${actorLabel(by, me)}.`}
          </span>
        </div>
      </li>
    )
  }
  if (item.consent) {
    const { event, note, by } = item.consent
    const Icon = event === 'accepted' ? IconShieldCheck : event === 'revoked' ? IconBan : IconShieldQuestion
    return (
      <li className={classes['event']} data-event={event}>
        <Icon size={15} stroke={1.9} aria-hidden />
        <span>
          {stepLabel(item.consent)}
          {by && by.kind !== 'recipient' && by.kind !== 'system'
            ? `${event === 'requested' ? '' : ', recorded'} by ${actorLabel(by, me)}`
            : ''}
          {note ? `: “${note}”` : ''}
        </span>
        {time}
      </li>
    )
  }
  if (item.handover) {
    const { formerName, name: newName } = item.handover
    return (
      <li className={classes['event']} data-event="handover">
        <IconArrowsExchange size={15} stroke={1.9} aria-hidden />
        <span>
          Handed over from {formerName} to {newName}
        </span>
        {time}
      </li>
    )
  }
  return null
})

const kinds: Record<Text['kind'], string> = {
  text: '',
  consent_request: 'Consent request',
  guidance: 'Automatic reply: how to answer',
  stop_confirmation: 'Automatic reply: opt-out confirmed',
  opt_in_confirmation: 'Automatic reply: opt-in confirmed',
  help: 'Automatic reply: help',
}

/** Position and color say it to those who see them. */
const Author = ({ children }: { readonly children: string }) => <VisuallyHidden>{children}: </VisuallyHidden>

/** The advisor reads their own text. Everybody else reads who wrote it, also who holds the account since. */
const isOneself = ({ kind, personId }: Actor, { role, person }: Me): boolean =>
  kind === 'advisor' && (personId === undefined ? role === 'advisor' : personId === person.personId)

function sender(by: Actor, me: Me): string {
  if (isOneself(by, me)) return 'You'
  return by.kind === 'advisor' || by.kind === 'assistant' || by.scheduledBy
    ? actorLabel(by, me)
    : `${actorLabel(by, me)}, for ${me.role === 'advisor' ? 'you' : me.name}`
}

function authorOf({ direction, kind, by }: Text, name: string, me: Me): string {
  if (direction === 'in') return name
  if (kind !== 'text' && kind !== 'consent_request') return 'Automatic reply'
  return sender(by, me)
}

function SentBy({ message, me }: { readonly message: Text; readonly me: Me }) {
  const { by, kind, direction } = message
  if (direction === 'in' || kind !== 'text' || isOneself(by, me)) return null
  const verb = by.kind === 'advisor' || by.kind === 'assistant' ? 'written' : 'sent'
  return (
    <span>
      {verb} by {actorLabel(by, me)}
    </span>
  )
}

const deliveries = {
  accepted: { words: 'Sending', Icon: IconClock, isBad: false },
  submitted: { words: 'Sent', Icon: IconCheck, isBad: false },
  delivered: { words: 'Delivered', Icon: IconChecks, isBad: false },
  unconfirmed: { words: 'Not confirmed by the carrier', Icon: IconQuestionMark, isBad: false },
  undelivered: { words: 'Not delivered', Icon: IconAlertTriangle, isBad: true },
  failed: { words: 'Failed', Icon: IconAlertTriangle, isBad: true },
  received: { words: '', Icon: IconCheck, isBad: false },
} as const satisfies Record<Text['status'], unknown>

function Delivery({ message: { status, reason } }: { readonly message: Text }) {
  const { words, Icon, isBad } = deliveries[status]
  return (
    <span data-bad={isBad || undefined} className={classes['delivery']}>
      <Icon size={14} stroke={2} aria-hidden /> {words}
      {isBad && reason ? `: ${reason}` : ''}
    </span>
  )
}
