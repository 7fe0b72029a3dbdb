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

/** Submits one text. The carrier stores no reference of ours, so an unknown outcome stays unknown until its receipt. */
export async function submitText(way: Way, text: OutgoingText, notAfterMs: number): Promise<Submission> {
  const { settings, link, window, throttle } = way
  const leave = await window.enter()
  try {
    // The full timeout must fit before the deadline.
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

/** The callback URL contains our reference, so that a receipt finds its text if the response was lost. */
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
