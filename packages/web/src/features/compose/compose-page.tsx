import type { AppRecipients } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { countPeople } from '../../lib/count-people.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { reading } from '../../lib/queries.ts'
import { Page, Panel } from '../../ui/page.tsx'
import type { Chosen } from './chosen.ts'
import { ConfirmSend } from './confirm-send.tsx'
import { useDraft } from './drafts.ts'
import { RecipientPicker } from './recipient-picker.tsx'
import { RecipientPreviewList } from './recipient-preview.tsx'
import { mistakeIn } from './schedule.ts'
import { SendButton } from './send-button.tsx'
import { TextBox } from './text-box.tsx'
import { isTooLong } from './text-length.ts'
import { useComposeFocus } from './use-compose-focus.ts'
import { useFirstRecipients } from './use-first-recipients.ts'
import { handful, useSendDraft } from './use-send-draft.ts'

/** A text to people, groups and numbers, with a preview of who will get it. */
export function ComposePage() {
  const given = useSearch({ from: '/new' })
  const { timeZone, textingNumber } = useMe()
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
  const { to, box } = useComposeFocus(name, first.length > 0)
  const [isAsking, setIsAsking] = useState(false)
  const send = useSendDraft({ name, recipients, preview })
  const isUnfinished = typed.trim() !== ''
  const canSend =
    textingNumber !== null &&
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
          field={to}
        />
        {chosen.length > 0 && (
          <RecipientPreviewList query={preview} recipients={recipients} chosen={chosen} />
        )}
      </Panel>
      <Panel title="Text">
        <TextBox
          label="Write a text"
          field={box}
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

function recipientsOf(chosen: readonly Chosen[]): AppRecipients {
  const ids = (kind: Chosen['kind']): number[] =>
    chosen.flatMap(one => (one.kind === kind && one.kind !== 'phone' ? [one.id] : []))
  return {
    phoneNumbers: chosen.flatMap(one => (one.kind === 'phone' ? [one.phone] : [])),
    contactIds: ids('contact'),
    groupIds: ids('group'),
  }
}
