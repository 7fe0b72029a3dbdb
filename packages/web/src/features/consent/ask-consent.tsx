import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClock, IconSend, IconShieldQuestion } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/call.ts'
import { wordsOf } from '../../lib/failure.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { tell, tellFailure } from '../../ui/tell.ts'
import classes from './consent.module.css'

interface AskProps {
  readonly phones: readonly string[]
  readonly name: string
  /** When it was asked already, and not answered with a YES. */
  readonly askedAt?: string | undefined
}

/** In place of the composer: what will go out, word for word, and the button that sends it. */
export function AskConsent({ phones, name, askedAt }: AskProps) {
  const { timeZone } = useMe()
  const client = useQueryClient()
  const [isShown, { toggle }] = useDisclosure(false)
  const text = useQuery({ ...reading('getConsentRequestText', {}), staleTime: 300_000, retry: false })
  // One key for every try to ask these, so that a request whose answer was lost does not go out twice.
  const once = useRef({ whom: '', key: '' })
  const ask = useMutation({
    mutationFn: () => {
      const whom = phones.join()
      if (once.current.whom !== whom) once.current = { whom, key: crypto.randomUUID() }
      return call('requestConsent', { body: { phoneNumbers: [...phones] } }, { onceKey: once.current.key })
    },
    onSuccess: ({ failures }) => {
      once.current = { whom: '', key: '' }
      if (failures.length > 0) tell(failures.join('. '), 'Not asked')
      else tell('You can write as soon as they answer YES.', 'Consent request sent')
      for (const id of [
        'getConversation',
        'getThread',
        'getConsentRecord',
        'listConversations',
        'previewRecipients',
      ]) {
        void client.invalidateQueries({ queryKey: [id] })
      }
    },
    onError: error => tellFailure(error, 'The request was not sent'),
  })
  const isAsked = askedAt !== undefined
  const send = (
    <Button
      leftSection={<IconSend size={17} />}
      variant={isAsked ? 'default' : 'filled'}
      onClick={() => ask.mutate()}
      loading={ask.isPending}
      disabled={!text.data}
    >
      {isAsked
        ? 'Ask again'
        : phones.length === 1
          ? 'Request consent'
          : `Request consent from ${phones.length}`}
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
  return (
    <div className={classes['ask']}>
      <div className={classes['askTop']}>
        {isAsked ? <IconClock size={22} aria-hidden /> : <IconShieldQuestion size={22} aria-hidden />}
        <div>
          <strong>
            {isAsked ? `Waiting for ${name} to answer YES` : `${name} has not agreed to receive texts yet`}
          </strong>
          <p>
            {isAsked
              ? `Asked ${showMoment(askedAt, timeZone)}. You can write as soon as they agree.`
              : 'Ask first. They answer YES to agree, or STOP to never hear from you by text.'}
          </p>
        </div>
        {isAsked && (
          <Button variant="subtle" size="compact-sm" ml="auto" onClick={toggle} aria-expanded={isShown}>
            {isShown ? 'Hide' : 'Ask again…'}
          </Button>
        )}
      </div>
      {text.isError && <p role="alert">{wordsOf(text.error)}</p>}
      {isAsked ? (
        <Collapse expanded={isShown}>{<div className={classes['ask']}>{exact}</div>}</Collapse>
      ) : (
        exact
      )}
    </div>
  )
}
