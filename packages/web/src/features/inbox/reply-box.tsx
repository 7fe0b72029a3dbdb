import { Button } from '@mantine/core'
import type { Conversation } from '@parley/contract'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { nameOf } from '../../lib/people.ts'
import { showMoment } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { tell, tellFailure } from '../../ui/tell.ts'
import { noSchedule, type Schedule, scheduleBody } from '../compose/schedule.ts'
import { TextBox } from '../compose/text-box.tsx'
import { refreshConversation } from './refresh.ts'

/** What was begun and not sent, while the page is open. Nothing that somebody writes is kept on the disk. */
const drafts = new Map<number, string>()

export function ReplyBox({ conversation }: { readonly conversation: Conversation }) {
  const { memberId, phone } = conversation
  const { timeZone } = useMe()
  const client = useQueryClient()
  const [text, setText] = useState(drafts.get(memberId) ?? '')
  const [schedule, setSchedule] = useState<Schedule>(noSchedule)
  // One key for every try of this text, so that a text whose answer was lost is not sent twice.
  const onceKey = useRef(crypto.randomUUID())
  const change = (words: string): void => {
    setText(words)
    onceKey.current = crypto.randomUUID()
    if (words === '') drafts.delete(memberId)
    else drafts.set(memberId, words)
  }
  const send = useMutation({
    mutationFn: () =>
      call(
        'sendFromApp',
        { body: { phoneNumbers: [phone], text, ...scheduleBody(schedule, timeZone) } },
        { onceKey: onceKey.current },
      ),
    onSuccess: ({ successes, failureDetails }) => {
      const [refused] = failureDetails
      if (refused) tell(`${nameOf(conversation)} ${refused.reason}.`, 'Not sent')
      if (successes.length > 0) {
        if (schedule.wall !== '')
          tell(showMoment(scheduleBody(schedule, timeZone).deliveryDate ?? 0, timeZone), 'Scheduled')
        change('')
        setSchedule(noSchedule)
      }
      void refreshConversation(client, memberId)
      void client.invalidateQueries({ queryKey: ['listSchedules'] })
    },
    onError: error => tellFailure(error, 'The text was not sent'),
  })
  const canSend = text.trim() !== '' && !send.isPending
  return (
    <TextBox
      label={`Text to ${nameOf(conversation)}`}
      text={text}
      onChange={change}
      schedule={schedule}
      onSchedule={now => {
        setSchedule(now)
        onceKey.current = crypto.randomUUID()
      }}
      onSubmit={() => canSend && send.mutate()}
      action={
        <Button
          leftSection={<IconSend size={17} />}
          disabled={!canSend}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {schedule.wall === '' ? 'Send' : 'Schedule'}
        </Button>
      }
    />
  )
}
