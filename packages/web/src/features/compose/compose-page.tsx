import { Button } from '@mantine/core'
import type { AppRecipients } from '@parley/contract'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { tell, tellFailure } from '../../ui/tell.ts'
import { refusalWords } from '../scheduled/refusal-words.ts'
import { type Draft, forgetDraft, renewDraft, useDraft } from './drafts.ts'
import { type Chosen, RecipientPicker } from './recipient-picker.tsx'
import { RecipientPreviewList } from './recipient-preview.tsx'
import { mistakeIn, scheduleBody } from './schedule.ts'
import { TextBox } from './text-box.tsx'
import { useFirstRecipients } from './use-first-recipients.ts'

/** A text to anybody: people, groups and numbers, with who will get it and who will not before it goes. */
export function ComposePage() {
  const given = useSearch({ from: '/new' })
  const { timeZone } = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const name = `new ${JSON.stringify(given)}`
  const [draft, change] = useDraft(name, given.text)
  const { text, schedule } = draft
  const first = useFirstRecipients(given)
  const chosen = draft.chosen ?? first

  const recipients = useMemo(() => recipientsOf(chosen), [chosen])
  const preview = useQuery({
    ...reading('previewRecipients', { body: recipients }),
    enabled: chosen.length > 0,
    staleTime: 0,
  })
  const sendable = preview.isError ? 0 : (preview.data?.sendable ?? 0)

  const send = useMutation({
    mutationFn: (sent: Draft) =>
      call(
        'sendFromApp',
        {
          query: { reach: preview.data?.reach },
          body: { ...recipients, text: sent.text, ...scheduleBody(sent.schedule, timeZone) },
        },
        { onceKey: sent.onceKey },
      ),
    onSuccess: ({ successes, failures, failureDetails }, sent) => {
      const when = scheduleBody(sent.schedule, timeZone).deliveryDate
      if (successes.length === 0) {
        tell('Nobody of them may be texted any more. The reasons are shown.', 'Not sent')
        renewDraft(name, sent)
        void preview.refetch()
        return
      }
      forgetDraft(name, sent)
      tell(
        `${people(successes.length)}${when === undefined ? '' : `, ${showMoment(when, timeZone)}`}.${leftOut(failureDetails)}`,
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
    onError: error => {
      tellFailure(error, 'The text was not sent')
      void preview.refetch()
    },
  })
  const canSend =
    text.trim() !== '' &&
    sendable > 0 &&
    mistakeIn(schedule, timeZone) === undefined &&
    !send.isPending &&
    !preview.isFetching
  const verb = schedule.wall === '' ? 'Send' : 'Schedule'

  return (
    <Page title="New text" isNarrow>
      <Panel title="To">
        <RecipientPicker chosen={chosen} onChange={now => change({ chosen: now })} />
        {chosen.length > 0 && <RecipientPreviewList query={preview} />}
      </Panel>
      <Panel title="Text">
        <TextBox
          label="Write your text"
          minRows={4}
          text={text}
          onChange={words => change({ text: words })}
          schedule={schedule}
          onSchedule={now => change({ schedule: now })}
          onSubmit={() => canSend && send.mutate(draft)}
          action={
            <Button
              leftSection={<IconSend size={17} />}
              disabled={!canSend}
              loading={send.isPending}
              onClick={() => send.mutate(draft)}
            >
              {sendable > 0 ? `${verb} to ${people(sendable)}` : verb}
            </Button>
          }
        />
      </Panel>
    </Page>
  )
}

/** Who was left out and why: the page that said so is left with the text. */
function leftOut(refused: readonly { readonly code: string }[]): string {
  const counts = new Map<string, number>()
  for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].map(([code, count]) => ` ${people(count)} not: ${refusalWords(code)}.`).join('')
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
