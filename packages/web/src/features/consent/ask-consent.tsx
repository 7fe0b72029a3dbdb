import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleX, IconClock, IconSend, IconShieldQuestion } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { countPeople } from '../../lib/count-people.ts'
import { messageOf } from '../../lib/failure.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showMoment } from '../../lib/time.ts'
import { showFailure, tell } from '../../ui/tell.ts'
import classes from './consent.module.css'

/** An earlier consent request. */
interface EarlierRequest {
  readonly state: 'pending' | 'declined'
  /** When they were last asked, or when they answered NO. */
  readonly at: string
  /** Null: never again. Undefined: now. */
  readonly mayAskFrom: string | null | undefined
}

interface AskProps {
  /** Identifies the recipients. */
  readonly whom: string
  readonly count: number
  readonly name: string
  /** Whether the name stands for several people. */
  readonly isPlural: boolean
  readonly request: (onceKey: string) => Promise<Answer>
  readonly earlier?: EarlierRequest | undefined
}

interface Answer {
  readonly asked: number
  /** Why the others were not asked. */
  readonly failures?: readonly string[]
}

const looks = {
  pending: {
    Icon: IconClock,
    title: (name: string) => `Waiting for ${name} to reply`,
    words: (at: string) => `Asked ${at}. You can text them when they reply YES.`,
  },
  declined: {
    Icon: IconCircleX,
    title: (name: string) => `${name} declined texts`,
    words: (at: string) => `Replied NO ${at}. They can still change their mind and text YES.`,
  },
}

/** Replaces the composer: the exact consent request and a button to send it. */
export function AskConsent({ whom, count, name, isPlural, request, earlier }: AskProps) {
  const { timeZone } = useMe()
  const client = useQueryClient()
  const [isShown, { toggle, close }] = useDisclosure(false)
  const text = useQuery({ ...reading('getConsentRequestText', {}), staleTime: 300_000, retry: false })
  // One idempotency key per set of recipients, so that a retry after a lost response does not ask twice.
  const once = useRef({ whom: '', key: '' })
  const ask = useMutation({
    mutationFn: () => {
      if (once.current.whom !== whom) once.current = { whom, key: crypto.randomUUID() }
      return request(once.current.key)
    },
    onSuccess: answer => {
      once.current = { whom: '', key: '' }
      close()
      tell(...outcomeOf(answer, count))
      invalidateAfter(client, 'consentRequest')
    },
    onError: error => showFailure(error, 'Request not sent'),
  })
  const send = (
    <Button
      leftSection={<IconSend size={17} />}
      variant={earlier ? 'default' : 'filled'}
      onClick={() => ask.mutate()}
      loading={ask.isPending}
      disabled={!text.data}
    >
      {earlier ? 'Ask again' : count === 1 ? 'Request consent' : `Request consent from ${countPeople(count)}`}
    </Button>
  )
  const exact = text.data && (
    <>
      <p className={classes['askText']}>{text.data.text}</p>
      <div className={classes['askActions']}>
        {send}
        <span>This exact text goes out from {showPhone(text.data.from)}.</span>
      </div>
    </>
  )
  const look = earlier && looks[earlier.state]
  const Icon = look?.Icon ?? IconShieldQuestion
  const limit = earlier && limitOf(earlier)
  return (
    <div className={classes['ask']}>
      <div className={classes['askTop']}>
        <Icon size={22} aria-hidden />
        <div>
          <strong>
            {look ? look.title(name) : `${name} ${isPlural ? 'haven’t' : 'hasn’t'} agreed to texts yet`}
          </strong>
          <p>
            {earlier && look
              ? look.words(showMoment(earlier.at, timeZone))
              : 'Ask for consent first. They can answer YES to agree, or STOP to opt out.'}
          </p>
          {limit !== undefined && (
            <p>
              {limit === null
                ? 'You can’t ask them again.'
                : `You can ask again from ${showMoment(limit, timeZone)}.`}
            </p>
          )}
        </div>
        {earlier && limit !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml="auto"
            onClick={toggle}
            aria-expanded={isShown}
            disabled={limit !== undefined}
          >
            {isShown ? 'Hide' : 'Ask again…'}
          </Button>
        )}
      </div>
      {text.isError && <p role="alert">{messageOf(text.error)}</p>}
      {earlier ? (
        <Collapse expanded={isShown && limit === undefined}>
          {<div className={classes['ask']}>{exact}</div>}
        </Collapse>
      ) : (
        exact
      )}
    </div>
  )
}

/** Message and title. */
function outcomeOf({ asked, failures = [] }: Answer, count: number): [message: string, title: string] {
  if (asked === 0) return [failures.join('. ') || 'They were asked in the meantime.', 'Consent not requested']
  const rest = count > asked ? ` ${countPeople(count - asked)} answered or were asked in the meantime.` : ''
  return [
    `You can text them when they reply YES.${rest}`,
    count === 1 ? 'Consent request sent' : `Asked ${countPeople(asked)} for consent`,
  ]
}

/** When they may be asked again, if in the future. */
function limitOf({ mayAskFrom }: EarlierRequest): string | null | undefined {
  if (mayAskFrom === null || mayAskFrom === undefined) return mayAskFrom
  return Date.parse(mayAskFrom) > Date.now() ? mayAskFrom : undefined
}
