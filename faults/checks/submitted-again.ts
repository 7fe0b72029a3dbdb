import type { Submit, WireText } from '../machine/wire-record.ts'

/** Results after which the carrier does not have the text, so it may be retried. */
const isBack = (status: string | undefined): boolean =>
  status === 'rejected' || status === 'throttled' || status === 'unsent'

/** The first submission of a text that followed another before the carrier had said that it does not have it. */
export const submittedAgain = ({ submits, lookUps }: WireText): Submit | undefined =>
  submits.find((submit, index) => {
    const before = submits[index - 1]
    if (!before) return false
    const isKnownNotTaken = lookUps.some(
      ({ atMs, isTaken }) => !isTaken && atMs >= before.atMs && atMs <= submit.atMs,
    )
    return !isBack(before.answer?.status) && !isKnownNotTaken
  })
