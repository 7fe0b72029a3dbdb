import type { FirmFigures, OverviewFigure } from '@parley/contract'

/** Figures that the cards show. A rate and a median lead to the entries that they are made of. */
export type ShownFigure = 'texts' | 'replies' | 'response' | 'consentRate' | 'optOuts' | 'failures'

interface FigureLabel {
  readonly label: string
  /** What it counts, in one sentence. */
  readonly about: string
  readonly leadsTo: OverviewFigure
  /** Undefined: there is nothing to show it of. */
  readonly valueOf: (figures: FirmFigures) => number | undefined
  readonly show: (value: number) => string
  /** Whether more is better. Undefined: neither. */
  readonly isMoreGood?: boolean
}

const showCount = (value: number): string => value.toLocaleString()
const showPercent = (value: number): string =>
  value.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: value < 0.1 ? 1 : 0 })

/** A length of time as people say it: 45 s, 12 min, 3.5 h, 2 days. */
export function showSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  if (seconds < 129_600)
    return `${(seconds / 3_600).toLocaleString(undefined, { maximumFractionDigits: 1 })} h`
  return `${(seconds / 86_400).toLocaleString(undefined, { maximumFractionDigits: 1 })} days`
}

/** Medians are estimated between the limits of a histogram, and not beyond the first and the last. */
const [firstLimit, lastLimit] = [15, 491_520]
function showMedian(seconds: number): string {
  if (seconds <= firstLimit) return `≤ ${showSeconds(firstLimit)}`
  return seconds >= lastLimit ? `≥ ${showSeconds(lastLimit)}` : `≈ ${showSeconds(seconds)}`
}

/** None if more people agreed than were asked: some were asked before these days, or agreed without being asked. */
const rateOf = ({ consentsAsked, consentsGiven }: FirmFigures): number | undefined =>
  consentsAsked === 0 || consentsGiven > consentsAsked ? undefined : consentsGiven / consentsAsked

export const figureLabels: Readonly<Record<ShownFigure, FigureLabel>> = {
  texts: {
    label: 'Texts',
    about: 'Every text that was accepted for sending.',
    leadsTo: 'texts',
    valueOf: ({ texts }) => texts,
    show: showCount,
  },
  replies: {
    label: 'Replies',
    about: 'Texts from clients.',
    leadsTo: 'replies',
    valueOf: ({ replies }) => replies,
    show: showCount,
  },
  response: {
    label: 'Response time',
    about: 'Half of the answers to clients came sooner.',
    leadsTo: 'answers',
    valueOf: ({ medianResponseSeconds }) => medianResponseSeconds,
    show: showMedian,
    isMoreGood: false,
  },
  consentRate: {
    label: 'Consent rate',
    about: 'Agreed, of as many as were asked. None if more agreed than were asked.',
    leadsTo: 'consentsGiven',
    valueOf: rateOf,
    show: showPercent,
    isMoreGood: true,
  },
  optOuts: {
    label: 'Opt-outs',
    about: 'People who no longer want texts.',
    leadsTo: 'optOuts',
    valueOf: ({ optOuts }) => optOuts,
    show: showCount,
    isMoreGood: false,
  },
  failures: {
    label: 'Failures',
    about: 'Texts that failed or were not delivered.',
    leadsTo: 'failures',
    valueOf: ({ failures }) => failures,
    show: showCount,
    isMoreGood: false,
  },
}

export const shownFigures = Object.keys(figureLabels) as ShownFigure[]

/** Titles of the lists. */
export const countedLabels: Readonly<Record<OverviewFigure, string>> = {
  texts: 'Texts',
  delivered: 'Delivered texts',
  failures: 'Failed texts',
  replies: 'Replies',
  consentsAsked: 'Consent requests',
  consentsGiven: 'Consents',
  optOuts: 'Opt-outs',
  answers: 'Answers to clients',
}
