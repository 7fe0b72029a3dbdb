import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import type { Handset as HandsetState } from '@parley/contract'
import { IconSend, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { call, type Result } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { invalidate } from '../../lib/stale-queries.ts'
import { showBrief, showTime } from '../../lib/time.ts'
import { Wrong } from '../../ui/states.tsx'
import { showFailure } from '../../ui/tell.ts'
import classes from './handset.module.css'

const answers = ['YES', 'NO', 'STOP', 'HELP'] as const

const behaviours: Record<HandsetState['behaviour'], string> = {
  delivers: 'Delivers every text immediately',
  fails: 'Fails every text',
  silent: 'Delivers, but sends no receipt',
  slow: 'Delivers after a few seconds',
}

interface HandsetProps {
  readonly phone: string
  /** Of a recent conversation. */
  readonly name: string | undefined
  readonly remove: () => void
}

export function Handset({ phone, name: recentName, remove }: HandsetProps) {
  const client = useQueryClient()
  const screen = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const params = { phone }
  const first = useQuery(reading('listHandsetMessages', { params, query: { pageSize: 200 } }))
  const total = first.data?.pageInfo.totalRecord ?? 0
  const page = Math.max(1, Math.ceil(total / 200))
  // The last page has the newest texts.
  const latest = useQuery({
    ...reading('listHandsetMessages', { params, query: { pageSize: 200, page } }),
    enabled: page > 1,
  })
  const messages = (page > 1 ? latest.data : first.data)?.data ?? []
  const state = useQuery(reading('getHandset', { params }))
  const write = useMutation({
    mutationFn: (words: string) =>
      call('replyFromHandset', { params, body: { text: words } }, { onceKey: crypto.randomUUID() }),
    onSuccess: () => {
      setText('')
      void invalidate(client, 'listHandsetMessages')
    },
    onError: error => showFailure(error, 'Text not sent'),
  })
  const behave = useMutation({
    mutationFn: (behaviour: HandsetState['behaviour']) =>
      call('setHandsetBehaviour', { params, body: { behaviour } }),
    onSettled: () => invalidate(client, 'getHandset'),
    onError: error => showFailure(error),
  })
  // Scrolls to the newest text.
  useLayoutEffect(() => {
    if (screen.current) screen.current.scrollTop = screen.current.scrollHeight
  }, [messages.length, messages.at(-1)?.dateTime])
  const shown = showPhone(phone)
  // A contact who was never texted, or not recently, has a name, too.
  const contacts = useQuery({
    ...reading('listContacts', { query: { search: phone, pageSize: 20 } }),
    enabled: recentName === undefined || recentName === shown,
  })
  const people = contacts.data?.data.filter(contact => contact.phone === phone) ?? []
  const name = people.length > 0 ? nameOf({ phone, people }) : recentName
  return (
    <section className={classes['handset']} aria-label={`Phone ${shown}`}>
      <header className={classes['head']}>
        <div>
          <h2>{name ?? shown}</h2>
          {name !== undefined && name !== shown && <span>{shown}</span>}
        </div>
        <Tooltip label="Remove this phone">
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove phone ${shown}`} onClick={remove}>
            <IconX size={17} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div
        className={classes['screen']}
        ref={screen}
        tabIndex={0}
        aria-label="Texts on this phone"
        role="log"
      >
        {first.isError && <Wrong error={first.error} retry={() => void first.refetch()} />}
        {first.isSuccess && messages.length === 0 && (
          <p className={classes['nothing']}>No texts yet. This phone can also text first.</p>
        )}
        <Texts messages={messages} />
      </div>
      <div className={classes['answers']}>
        {answers.map(answer => (
          <Button
            key={answer}
            size="compact-sm"
            variant={answer === 'STOP' ? 'outline' : 'light'}
            {...(answer === 'STOP' && { color: 'red' })}
            onClick={() => write.mutate(answer)}
            disabled={write.isPending}
          >
            {answer}
          </Button>
        ))}
      </div>
      <form
        className={classes['write']}
        onSubmit={event => {
          event.preventDefault()
          if (text.trim() !== '') write.mutate(text)
        }}
      >
        <TextInput
          aria-label={`Text from ${shown}`}
          placeholder="Other reply"
          value={text}
          maxLength={1_600}
          onChange={event => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={36} aria-label="Send from this phone" disabled={text.trim() === ''}>
          <IconSend size={18} />
        </ActionIcon>
      </form>
      {state.data?.scripted ? (
        <p className={classes['scripted']}>Fixed behaviour: a text to this number {state.data.scripted}.</p>
      ) : (
        <NativeSelect
          className={classes['behaviour']}
          size="xs"
          label="How this phone handles texts"
          value={state.data?.behaviour ?? 'delivers'}
          disabled={!state.data}
          onChange={event => behave.mutate(event.currentTarget.value as HandsetState['behaviour'])}
          data={Object.entries(behaviours).map(([value, label]) => ({ value, label }))}
        />
      )}
    </section>
  )
}

function Texts({ messages }: { readonly messages: Result<'listHandsetMessages'>['data'] }) {
  const { timeZone } = useMe()
  return (
    <ol className={classes['texts']}>
      {messages.map(({ direction, text, dateTime, messageId }, index) => (
        <li key={messageId ?? `${dateTime} ${index}`} className={classes['text']} data-direction={direction}>
          <span className={classes['bubble']}>{text}</span>
          <time dateTime={dateTime} title={showBrief(dateTime, timeZone)}>
            {showTime(dateTime, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
