import type { AppRecipients, RecipientPreview } from '@parley/contract'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { countPeople } from '../../lib/count-people.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { refusalLabel } from '../../lib/refusal-labels.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showMoment } from '../../lib/time.ts'
import { showFailure, tell } from '../../ui/tell.ts'
import { Undone, waitForUndo } from '../../ui/wait-for-undo.tsx'
import { type Draft, forgetDraft, renewDraft } from './drafts.ts'
import { scheduleBody } from './schedule.ts'

/** A text to more people than this needs confirmation and can be undone for some seconds. */
export const handful = 5

interface NewText {
  /** Name of the draft. */
  readonly name: string
  readonly recipients: AppRecipients
  readonly preview: UseQueryResult<RecipientPreview>
}

/** Sends or schedules a draft, and shows where it went. */
export function useSendDraft({ name, recipients, preview }: NewText) {
  const { timeZone } = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const sendable = preview.data?.sendable ?? 0
  return useMutation({
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
        `${when === undefined ? 'Sent to' : `Scheduled for ${showMoment(when, timeZone)}, to`} ${countPeople(successes.length)}.${skipped(failureDetails)}`,
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

/** Who was skipped and why, because the page that showed it is left. */
function skipped(refused: readonly { readonly code: string }[]): string {
  const counts = new Map<string, number>()
  for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(
      ([code, count]) =>
        ` ${countPeople(count)} ${count === 1 ? 'was' : 'were'} skipped: ${refusalLabel(code)}.`,
    )
    .join('')
}
