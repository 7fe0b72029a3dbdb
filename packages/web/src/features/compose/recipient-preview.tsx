import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AppRecipients, RecipientPreview } from '@parley/contract'
import { IconBan, IconCircleCheck, IconUserOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { limits } from '../../lib/contract.ts'
import { countOf } from '../../lib/count-of.ts'
import { countPeople } from '../../lib/count-people.ts'
import { Failure } from '../../lib/failure.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { isShared, nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { refusalLabel } from '../../lib/refusal-labels.ts'
import { showMoment } from '../../lib/time.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { AskConsent } from '../consent/ask-consent.tsx'
import type { Chosen } from './chosen.ts'
import classes from './recipients.module.css'
import { SharedNumbers, WithoutPhone } from './shared-numbers.tsx'

/** Errors for which a retry would not help. */
function refusalOf(error: Error): string | undefined {
  if (!(error instanceof Failure) || error.code !== 'invalid_request') return undefined
  return error.mistakes[0]?.path === ''
    ? `A text can go to at most ${limits.appRecipients.toLocaleString()} numbers. Choose fewer people or smaller groups.`
    : 'A recipient was deleted. Remove them and try again.'
}

interface PreviewProps {
  readonly query: UseQueryResult<RecipientPreview>
  /** As named in the request. */
  readonly recipients: AppRecipients
  readonly chosen: readonly Chosen[]
}

/** Preview: who gets the text, who does not, and why. */
export function RecipientPreviewList({ query, recipients: named, chosen }: PreviewProps) {
  const [isListed, { toggle }] = useDisclosure(false)
  const [isAsking, ask] = useDisclosure(false)
  const { timeZone } = useMe()
  if (query.isPending) return <Waiting words="Checking who may be texted" />
  if (query.isError) {
    const refusal = refusalOf(query.error)
    if (refusal === undefined) return <Wrong error={query.error} retry={() => void query.refetch()} />
    return (
      <div className={classes['preview']} role="alert">
        <div className={classes['line']} data-bad>
          <IconBan size={19} aria-hidden />
          <span>{refusal}</span>
        </div>
      </div>
    )
  }
  const { total, sendable, refusals, contacts, withoutPhone, peopleWithoutPhone, recipients, reach } =
    query.data
  const askable = refusals.find(({ code }) => code === 'consent_required')?.count ?? 0
  const firstAskable = recipients.find(({ verdict }) => verdict.code === 'consent_required')
  return (
    <div className={classes['preview']} data-busy={query.isFetching || undefined}>
      <div className={classes['line']} data-good={sendable > 0 || undefined}>
        {sendable > 0 ? <IconCircleCheck size={19} aria-hidden /> : <IconUserOff size={19} aria-hidden />}
        <span>
          {total > 0 ? (
            <>
              <strong>{sendable.toLocaleString()}</strong> of {total.toLocaleString()} will get this text
              {contacts - withoutPhone > total && (
                <>
                  {' '}
                  ({countOf(contacts, 'contact')}, {countOf(total, 'number')})
                </>
              )}
            </>
          ) : (
            <strong>Nobody will get this text</strong>
          )}
        </span>
        {total > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isListed}>
            {isListed ? 'Hide names' : 'Show names'}
          </Button>
        )}
      </div>
      {refusals.map(({ code, count }) => (
        <div key={code} className={classes['line']} data-bad>
          <IconBan size={19} aria-hidden />
          <span>
            <strong>{countPeople(count)}</strong> won’t get this text: {refusalLabel(code)}
          </span>
          {code === 'consent_required' && (
            <Button variant="light" size="compact-sm" onClick={ask.toggle} aria-expanded={isAsking}>
              Ask {askable === 1 ? 'for consent' : `${countPeople(askable)} for consent`}…
            </Button>
          )}
        </div>
      ))}
      {withoutPhone > 0 && <WithoutPhone count={withoutPhone} people={peopleWithoutPhone} />}
      <SharedNumbers preview={query.data} chosen={chosen} />
      <Collapse expanded={isAsking && askable > 0} keepMounted={false}>
        <div className={classes['ask']}>
          <AskConsent
            whom={reach}
            isPlural={askable > 1 || (firstAskable !== undefined && isShared(firstAskable))}
            name={askable === 1 && firstAskable ? nameOf(firstAskable) : countPeople(askable)}
            count={askable}
            request={onceKey => call('requestConsentFromApp', { query: { reach }, body: named }, { onceKey })}
          />
        </div>
      </Collapse>
      <Collapse expanded={isListed} keepMounted={false}>
        <ul className={classes['names']} tabIndex={0} aria-label="Recipients">
          {recipients.map(one => (
            <li key={one.phone} data-refused={!one.verdict.canSend || undefined}>
              <span className={classes['personName']}>{nameOf(one)}</span>
              <span className={classes['number']}>{showPhone(one.phone)}</span>
              <ConsentBadge consent={one.consent} />
              {!one.verdict.canSend && (
                <span className={classes['reason']}>
                  {refusalLabel(one.verdict.code)}
                  {one.dateTimeMayAsk &&
                    `; you can ask again from ${showMoment(one.dateTimeMayAsk, timeZone)}`}
                  {one.dateTimeMayAsk === null && '; you can’t ask again'}
                </span>
              )}
            </li>
          ))}
        </ul>
        {recipients.length < total && (
          <p className={classes['cut']}>The first {recipients.length.toLocaleString()} are listed.</p>
        )}
      </Collapse>
    </div>
  )
}
