import type { AppRecipients } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../lib/call.ts'
import { countPeople } from '../../lib/count-people.ts'
import { reading } from '../../lib/queries.ts'
import { refusalLabel } from '../../lib/refusal-labels.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showMoment } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { showFailure, tell } from '../../ui/tell.ts'
import { Undone, waitForUndo } from '../../ui/wait-for-undo.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { type Draft, forgetDraft, renewDraft, useDraft } from './drafts.ts'
import { type Chosen, RecipientPicker } from './recipient-picker.tsx'
import { RecipientPreviewList } from './recipient-preview.tsx'
import { mistakeIn, scheduleBody } from './schedule.ts'
import { SendButton } from './send-button.tsx'
import { TextBox } from './text-box.tsx'
import { isTooLong } from './text-length.ts'
import { useFirstRecipients } from './use-first-recipients.ts'

/** A text to more people than this needs confirmation and can be undone for some seconds. */
const handful = 5

/** A text to people, groups and numbers, with a preview of who will get it. */
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

  const [typed, setTyped] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const send = useMutation({
    mutationFn: (sent: Draft) =>
      sendDraft(sent, { recipients, sendable, timeZone, reach: preview.data?.reach }),
    onSuccess: ({ successes, failures, failureDetails }, sent) => {
      const when = scheduleBody(sent.schedule, timeZone).deliveryDate
      if (successes.length === 0) {
        tell('None of these people can be texted. See why below.', 'Not sent')
        renewDraft(name, sent)
        void preview.refetch()
        return
      }
      forgetDraft(name, sent)
      tell(
        `${countPeople(successes.length)}${when === undefined ? '' : `, ${showMoment(when, timeZone)}`}.${leftOut(failureDetails)}`,
        when === undefined ? 'Sent' : 'Scheduled',
      )
      invalidateAfter(client, 'newText')
      const [only] = successes
      // Do not navigate if the advisor has left the page.
      if (!isShown()) return
      if (when !== undefined) void navigate({ to: '/scheduled' })
      else if (successes.length === 1 && failures.length === 0 && only) {
        void navigate({ to: '/inbox/$memberId', params: { memberId: only.memberId } })
      } else void navigate({ to: '/inbox' })
    },
    onError: error => {
      if (error instanceof Undone) {
        tell('Your text is still here.', 'Not sent')
        return
      }
      showFailure(error, 'Text not sent')
      void preview.refetch()
    },
  })
  const isUnfinished = typed.trim() !== ''
  const canSend =
    text.trim() !== '' &&
    !isTooLong(text) &&
    sendable > 0 &&
    !isUnfinished &&
    mistakeIn(schedule, timeZone) === undefined &&
    !send.isPending &&
    !preview.isFetching
  const verb = schedule.wall === '' ? 'Send' : 'Schedule'
  const submit = (): void => {
    if (!canSend) return
    if (sendable > handful) setIsAsking(true)
    else send.mutate(draft)
  }

  return (
    <Page title="New text" isNarrow>
      <Panel title="To">
        <RecipientPicker
          chosen={chosen}
          onChange={now => change({ chosen: now })}
          typed={typed}
          onTyped={setTyped}
        />
        {chosen.length > 0 && <RecipientPreviewList query={preview} />}
      </Panel>
      <Panel title="Text">
        <TextBox
          label="Write a text"
          minRows={4}
          text={text}
          onChange={words => change({ text: words })}
          schedule={schedule}
          onSchedule={now => change({ schedule: now })}
          onSubmit={submit}
          hindrance={
            isUnfinished
              ? `“${typed.trim()}” is not a recipient yet. Choose a name from the list, or clear the field.`
              : undefined
          }
          action={
            <SendButton
              label={sendable > 0 ? `${verb} to ${countPeople(sendable)}` : verb}
              isEnabled={canSend}
              isSending={send.isPending}
              onSend={submit}
            />
          }
        />
      </Panel>
      {isAsking && (
        <ConfirmSend
          verb={verb}
          people={countPeople(sendable)}
          text={text}
          close={() => setIsAsking(false)}
          confirm={() => {
            setIsAsking(false)
            send.mutate(draft)
          }}
        />
      )}
    </Page>
  )
}

interface Audience {
  readonly recipients: AppRecipients
  readonly sendable: number
  readonly reach: string | undefined
  readonly timeZone: string
}

/** Sends the draft, after some seconds for Undo where many people get it. */
async function sendDraft(sent: Draft, { recipients, sendable, reach, timeZone }: Audience) {
  const message = `${sent.schedule.wall === '' ? 'Sending' : 'Scheduling'} to ${countPeople(sendable)}…`
  const isMany = sendable > handful
  const { isLeaving } = isMany ? await waitForUndo({ key: sent.onceKey, message }) : { isLeaving: false }
  const body = { ...recipients, text: sent.text, ...scheduleBody(sent.schedule, timeZone) }
  return call('sendFromApp', { query: { reach }, body }, { onceKey: sent.onceKey, keepalive: isLeaving })
}

/** Whether this page is shown. */
const isShown = (): boolean => window.location.pathname.endsWith('/new')

/** Who was left out and why, because the page that showed it is left. */
function leftOut(refused: readonly { readonly code: string }[]): string {
  const counts = new Map<string, number>()
  for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(([code, count]) => ` ${countPeople(count)} left out: ${refusalLabel(code)}.`)
    .join('')
}

function recipientsOf(chosen: readonly Chosen[]): AppRecipients {
  const ids = (kind: Chosen['kind']): number[] =>
    chosen.flatMap(one => (one.kind === kind && one.kind !== 'phone' ? [one.id] : []))
  return {
    phoneNumbers: chosen.flatMap(one => (one.kind === 'phone' ? [one.phone] : [])),
    contactIds: ids('contact'),
    groupIds: ids('group'),
  }
}
