import { Button } from '@mantine/core'
import type { AppRecipients } from '@parley/contract'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { tell, tellFailure } from '../../ui/tell.ts'
import { type Chosen, RecipientPicker } from './recipient-picker.tsx'
import { RecipientPreviewList } from './recipient-preview.tsx'
import { noSchedule, type Schedule, scheduleBody } from './schedule.ts'
import { TextBox } from './text-box.tsx'
import { useFirstRecipients } from './use-first-recipients.ts'

/** A text to anybody: people, groups and numbers, with who will get it and who will not before it goes. */
export function ComposePage() {
  const given = useSearch({ from: '/new' })
  const { timeZone } = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [picked, setPicked] = useState<readonly Chosen[]>()
  const first = useFirstRecipients(given)
  const chosen = picked ?? first
  const [text, setText] = useState(given.text ?? '')
  const [schedule, setSchedule] = useState<Schedule>(noSchedule)
  const onceKey = useRef(crypto.randomUUID())
  const renewKey = (): void => {
    onceKey.current = crypto.randomUUID()
  }

  const recipients = useMemo(() => recipientsOf(chosen), [chosen])
  const preview = useQuery({
    ...reading('previewRecipients', { body: recipients }),
    enabled: chosen.length > 0,
    staleTime: 0,
  })
  const sendable = preview.data?.sendable ?? 0

  const send = useMutation({
    mutationFn: () =>
      call(
        'sendFromApp',
        { body: { ...recipients, text, ...scheduleBody(schedule, timeZone) } },
        { onceKey: onceKey.current },
      ),
    onSuccess: ({ successes, failures }) => {
      const when = scheduleBody(schedule, timeZone).deliveryDate
      tell(
        `${people(successes.length)}${when === undefined ? '' : `, ${showMoment(when, timeZone)}`}.${failures.length > 0 ? ` ${people(failures.length)} not, for the reasons shown.` : ''}`,
        when === undefined ? 'Sent' : 'Scheduled',
      )
      void client.invalidateQueries({ queryKey: ['listConversations'] })
      void client.invalidateQueries({ queryKey: ['listSchedules'] })
      const [only] = successes
      if (when !== undefined) void navigate({ to: '/scheduled' })
      else if (successes.length === 1 && failures.length === 0 && only) {
        void navigate({ to: '/inbox/$memberId', params: { memberId: only.memberId } })
      } else void navigate({ to: '/inbox' })
    },
    onError: error => tellFailure(error, 'The text was not sent'),
  })
  const canSend = text.trim() !== '' && sendable > 0 && !send.isPending && !preview.isFetching
  const verb = schedule.wall === '' ? 'Send' : 'Schedule'

  return (
    <Page title="New text" isNarrow>
      <Panel title="To">
        <RecipientPicker
          chosen={chosen}
          onChange={now => {
            setPicked(now)
            renewKey()
          }}
        />
        {chosen.length > 0 && <RecipientPreviewList query={preview} />}
      </Panel>
      <Panel title="Text">
        <TextBox
          label="Write your text"
          minRows={4}
          text={text}
          onChange={words => {
            setText(words)
            renewKey()
          }}
          schedule={schedule}
          onSchedule={now => {
            setSchedule(now)
            renewKey()
          }}
          onSubmit={() => canSend && send.mutate()}
          action={
            <Button
              leftSection={<IconSend size={17} />}
              disabled={!canSend}
              loading={send.isPending}
              onClick={() => send.mutate()}
            >
              {sendable > 0 ? `${verb} to ${people(sendable)}` : verb}
            </Button>
          }
        />
      </Panel>
    </Page>
  )
}

const people = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'person' : 'people'}`

function recipientsOf(chosen: readonly Chosen[]): AppRecipients {
  const ids = (kind: Chosen['kind']): number[] =>
    chosen.flatMap(one => (one.kind === kind && one.kind !== 'phone' ? [one.id] : []))
  return {
    phoneNumbers: chosen.flatMap(one => (one.kind === 'phone' ? [one.phone] : [])),
    contactIds: ids('contact'),
    groupIds: ids('group'),
  }
}
