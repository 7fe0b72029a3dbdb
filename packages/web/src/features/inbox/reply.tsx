import type { Conversation } from '@parley/contract'
import { IconBan, IconPhoneOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { call } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { isShared, nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { showDate } from '../../lib/time.ts'
import { useFoot } from '../../ui/use-foot.ts'
import { AskConsent } from '../consent/ask-consent.tsx'
import { ReplyBox } from './reply-box.tsx'
import classes from './thread.module.css'

/** Bottom of a thread: composer, consent request, or a reason why neither is possible. */
export function Reply({ conversation }: { readonly conversation: Conversation }) {
  const me = useMe()
  const { verdict, phone, consent, dateTimeConsentChanged, dateTimeMayAsk } = conversation
  const name = nameOf(conversation)
  if (verdict.canSend) {
    return (
      <Bottom>
        <ReplyBox conversation={conversation} />
      </Bottom>
    )
  }
  switch (verdict.code) {
    case 'opted_out':
      return (
        <Bottom isStopped>
          <div className={classes['stopped']} role="status">
            <IconBan size={26} stroke={2} aria-hidden />
            <div>
              <strong>{name} opted out. You can’t text them.</strong>
              <p>
                Since {showDate(dateTimeConsentChanged, me.timeZone)}. Only they can undo it, by texting START
                {me.textingNumber ? ` to ${showPhone(me.textingNumber)}` : ''}. You can still call.
              </p>
            </div>
          </div>
        </Bottom>
      )
    case 'consent_required':
    case 'consent_pending':
    case 'consent_declined':
      return (
        <Bottom>
          <AskConsent
            whom={phone}
            count={1}
            name={name}
            isPlural={isShared(conversation)}
            request={async onceKey => {
              const body = { phoneNumbers: [phone] }
              const { successes, failures } = await call('requestConsent', { body }, { onceKey })
              return { asked: successes.length, failures }
            }}
            earlier={
              consent === 'pending' || consent === 'declined'
                ? { state: consent, at: dateTimeConsentChanged, mayAskFrom: dateTimeMayAsk }
                : undefined
            }
          />
        </Bottom>
      )
    default:
      return (
        <Bottom>
          <div className={classes['stopped']} role="status">
            <IconPhoneOff size={24} aria-hidden />
            <div>
              <strong>You can’t text this person</strong>
              <p>
                {verdict.code === 'no_texting_number'
                  ? 'Your account has no texting number yet. Ask your administrator for one.'
                  : `${verdict.reason ?? 'Your firm’s rules do not allow it'}.`}
              </p>
            </div>
          </div>
        </Bottom>
      )
  }
}

function Bottom({
  children,
  isStopped = false,
}: {
  readonly children: ReactNode
  readonly isStopped?: boolean
}) {
  const foot = useFoot()
  return (
    <div ref={foot} className={classes['reply']} data-stopped={isStopped || undefined}>
      <div className={classes['replyInner']}>{children}</div>
    </div>
  )
}
