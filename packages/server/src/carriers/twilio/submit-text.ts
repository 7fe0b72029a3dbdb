import type { OutgoingText, Submission } from '../carrier.ts'
import { callApi } from './call-api.ts'
import type { Window } from './create-window.ts'
import type { Link } from './keep-link.ts'
import type { WholeSettings } from './settings.ts'
import { verdictOn } from './submission.ts'
import type { Throttle } from './throttle.ts'
import { persistence, receiptsPath } from './webhook-paths.ts'

const unsent: Submission = { status: 'unsent' }

interface Way {
  readonly settings: WholeSettings
  readonly link: Link
  readonly window: Window
  readonly throttle: Throttle
}

/** Hands one text over. The carrier knows no reference of ours, so what is unknown stays so until its receipt comes. */
export async function submitText(way: Way, text: OutgoingText, notAfterMs: number): Promise<Submission> {
  const { settings, link, window, throttle } = way
  const leave = await window.enter()
  try {
    // All that it may take must fit in.
    const latestMs = notAfterMs - settings.timings.answerTimeoutMs
    if (!link.isUp || performance.now() > latestMs) return unsent
    const pausedForMs = throttle.pausedForMs()
    if (pausedForMs > 0) return { status: 'throttled', retryAfterMs: pausedForMs }
    return await post(way, text)
  } finally {
    leave()
  }
}

async function post({ settings, link, throttle }: Way, text: OutgoingText): Promise<Submission> {
  const answer = await callApi(settings, { path: '/Messages.json', form: formOf(settings, text) })
  if (answer.outcome === 'unsent') {
    link.lost(answer.why)
    return unsent
  }
  if (answer.outcome === 'unanswered') {
    link.suspect()
    return { status: 'unknown' }
  }
  const verdict = verdictOn(answer)
  switch (verdict.verdict) {
    case 'shut out':
      link.lost(verdict.why)
      return unsent
    case 'throttled':
      return { status: 'throttled', retryAfterMs: throttle.refused(verdict) }
    case 'told':
      if (verdict.submission.status === 'unknown') link.suspect()
      else link.wentWell()
      if (verdict.submission.status === 'accepted') throttle.accepted()
      return verdict.submission
  }
}

/** The reference travels in the address that the receipt comes to: it finds the text when the answer was lost. */
function formOf(
  { publicOrigin, name }: WholeSettings,
  { reference, from, to, text }: OutgoingText,
): URLSearchParams {
  const receipts = new URL(receiptsPath(name), publicOrigin)
  receipts.searchParams.set('reference', reference)
  return new URLSearchParams({
    From: from,
    To: to,
    Body: text,
    StatusCallback: `${receipts.href}${persistence}`,
  })
}
