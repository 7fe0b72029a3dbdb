import type { Conversation } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { nameOf } from '../../lib/people.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showMoment } from '../../lib/time.ts'
import { showFailure, tell } from '../../ui/tell.ts'
import { type Draft, forgetDraft, renewDraft, useDraft } from '../compose/drafts.ts'
import { mistakeIn, scheduleBody } from '../compose/schedule.ts'
import { SendButton } from '../compose/send-button.tsx'
import { TextBox } from '../compose/text-box.tsx'
import { isTooLong } from '../compose/text-length.ts'
import { refreshConversation } from './refresh.ts'
import { replyDraft } from './reply-draft.ts'

export function ReplyBox({ conversation }: { readonly conversation: Conversation }) {
  const { memberId, phone } = conversation
  const { timeZone } = useMe()
  const client = useQueryClient()
  const name = replyDraft(memberId)
  const [draft, change] = useDraft(name)
  const { text, schedule } = draft
  const send = useMutation({
    mutationFn: (sent: Draft) =>
      call(
        'sendFromApp',
        { body: { phoneNumbers: [phone], text: sent.text, ...scheduleBody(sent.schedule, timeZone) } },
        { onceKey: sent.onceKey },
      ),
    onSuccess: ({ successes, failureDetails }, sent) => {
      const [refused] = failureDetails
      if (refused) {
        tell(`${nameOf(conversation)} ${refused.reason}.`, 'Not sent')
        renewDraft(name, sent)
      }
      if (successes.length > 0) {
        if (sent.schedule.wall !== '')
          tell(showMoment(scheduleBody(sent.schedule, timeZone).deliveryDate ?? 0, timeZone), 'Scheduled')
        forgetDraft(name, sent)
      }
      void refreshConversation(client, memberId)
      invalidateAfter(client, 'replySent')
    },
    onError: error => showFailure(error, 'Text not sent'),
  })
  const canSend =
    text.trim() !== '' && !isTooLong(text) && mistakeIn(schedule, timeZone) === undefined && !send.isPending
  return (
    <TextBox
      label={`Text to ${nameOf(conversation)}`}
      text={text}
      onChange={words => change({ text: words })}
      schedule={schedule}
      onSchedule={now => change({ schedule: now })}
      onSubmit={() => canSend && send.mutate(draft)}
      action={
        <SendButton
          label={schedule.wall === '' ? 'Send' : 'Schedule'}
          isEnabled={canSend}
          isSending={send.isPending}
          onSend={() => send.mutate(draft)}
        />
      }
    />
  )
}
