import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import type { Handset as HandsetState } from '@parley/contract'
import { IconSend, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showBrief, showTime } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Wrong } from '../../ui/states.tsx'
import { tellFailure } from '../../ui/tell.ts'
import classes from './handset.module.css'

const answers = ['YES', 'NO', 'STOP', 'HELP'] as const

const behaviours: Record<HandsetState['behaviour'], string> = {
  delivers: 'Gets every text at once',
  fails: 'Gets none: they fail',
  silent: 'Gets them, no receipt comes',
  slow: 'Gets them after some seconds',
}

interface HandsetProps {
  readonly phone: string
  readonly name: string | undefined
  readonly remove: () => void
}

export function Handset({ phone, name, remove }: HandsetProps) {
  const { timeZone } = useMe()
  const client = useQueryClient()
  const screen = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const params = { phone }
  const first = useQuery(reading('listHandsetMessages', { params, query: { pageSize: 200 } }))
  const total = first.data?.pageInfo.totalRecord ?? 0
  const page = Math.max(1, Math.ceil(total / 200))
  // The last page: what a phone shows is its newest texts.
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
      void client.invalidateQueries({ queryKey: ['listHandsetMessages'] })
    },
    onError: error => tellFailure(error, 'The phone could not write'),
  })
  const behave = useMutation({
    mutationFn: (behaviour: HandsetState['behaviour']) =>
      call('setHandsetBehaviour', { params, body: { behaviour } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['getHandset'] }),
    onError: error => tellFailure(error),
  })
  // The end of the screen is where a new text is.
  useLayoutEffect(() => {
    if (screen.current) screen.current.scrollTop = screen.current.scrollHeight
  }, [messages.length, messages.at(-1)?.dateTime])
  const shown = showPhone(phone)
  return (
    <section className={classes['handset']} aria-label={`Phone ${shown}`}>
      <header className={classes['head']}>
        <div>
          <h2>{name ?? shown}</h2>
          {name !== undefined && name !== shown && <span>{shown}</span>}
        </div>
        <Tooltip label="Take this phone away">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Take the phone ${shown} away`}
            onClick={remove}
          >
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
          <p className={classes['nothing']}>No texts yet. This phone can write first, too.</p>
        )}
        <ol className={classes['texts']}>
          {messages.map(({ direction, text: words, dateTime, messageId }, index) => (
            <li
              key={messageId ?? `${dateTime} ${index}`}
              className={classes['text']}
              data-direction={direction}
            >
              <span className={classes['bubble']}>{words}</span>
              <time dateTime={dateTime} title={showBrief(dateTime, timeZone)}>
                {showTime(dateTime, timeZone)}
              </time>
            </li>
          ))}
        </ol>
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
          aria-label={`Write from ${shown}`}
          placeholder="Write something else"
          value={text}
          maxLength={1_600}
          onChange={event => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={36} aria-label="Send from this phone" disabled={text.trim() === ''}>
          <IconSend size={18} />
        </ActionIcon>
      </form>
      {state.data?.scripted ? (
        <p className={classes['scripted']}>This number always behaves so: {state.data.scripted}</p>
      ) : (
        <NativeSelect
          className={classes['behaviour']}
          size="xs"
          label="What this phone does with texts"
          value={state.data?.behaviour ?? 'delivers'}
          disabled={!state.data}
          onChange={event => behave.mutate(event.currentTarget.value as HandsetState['behaviour'])}
          data={Object.entries(behaviours).map(([value, label]) => ({ value, label }))}
        />
      )}
    </section>
  )
}
