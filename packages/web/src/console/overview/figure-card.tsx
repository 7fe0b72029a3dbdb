import type { FirmOverview } from '@parley/contract'
import { useNavigate } from '@tanstack/react-router'
import { FigureChart } from './figure-chart.tsx'
import { figureLabels, type ShownFigure } from './figure-labels.ts'
import classes from './overview.module.css'
import { CountedLink, countedPath } from './overview-link.tsx'
import { stepsOf } from './period.ts'

interface CardProps {
  readonly figure: ShownFigure
  readonly overview: FirmOverview
  readonly from: string
  readonly to: string
}

/** A figure, how it changed, and its course. */
export function FigureCard({ figure, overview, from, to }: CardProps) {
  const { label, about, leadsTo, valueOf, show } = figureLabels[figure]
  const navigate = useNavigate()
  const advisor = overview.advisor?.advisorId
  const value = valueOf(overview.totals)
  const isLine = figure === 'response' || figure === 'consentRate'
  const steps = stepsOf(overview.series, valueOf, figure !== 'response')
  return (
    <section className={classes['card']} aria-label={label}>
      <header className={classes['cardHeader']}>
        <h2>{label}</h2>
        <Change figure={figure} overview={overview} />
      </header>
      <p className={classes['value']}>
        {value === undefined ? (
          <span className={classes['none']}>–</span>
        ) : (
          <CountedLink search={{ figure: leadsTo, from, to, advisor }}>{show(value)}</CountedLink>
        )}
        {figure === 'consentRate' && (
          <span className={classes['parts']}>
            <CountedLink search={{ figure: 'consentsGiven', from, to, advisor }}>
              {overview.totals.consentsGiven.toLocaleString()} agreed
            </CountedLink>
            {', '}
            <CountedLink search={{ figure: 'consentsAsked', from, to, advisor }}>
              {overview.totals.consentsAsked.toLocaleString()} asked
            </CountedLink>
          </span>
        )}
        {figure === 'texts' && overview.totals.delivered > 0 && (
          <span className={classes['parts']}>
            <CountedLink search={{ figure: 'delivered', from, to, advisor }}>
              {overview.totals.delivered.toLocaleString()} delivered
            </CountedLink>
          </span>
        )}
        {figure === 'response' && overview.totals.answers > 0 && (
          <span className={classes['parts']}>
            median of {overview.totals.answers.toLocaleString()} answers
          </span>
        )}
      </p>
      <FigureChart
        label={label}
        steps={steps}
        show={show}
        isLine={isLine}
        onOpen={step =>
          void navigate({
            to: countedPath as never,
            search: { figure: leadsTo, from: step.from, to: step.to, advisor } as never,
          })
        }
      />
      <p className={classes['explanation']}>{about}</p>
    </section>
  )
}

/** Against as many days before. */
function Change({ figure, overview }: Pick<CardProps, 'figure' | 'overview'>) {
  const { valueOf, show, isMoreGood } = figureLabels[figure]
  const now = valueOf(overview.totals)
  const before = valueOf(overview.previous)
  if (now === undefined || before === undefined || before === 0) return null
  const change = now / before - 1
  const tone =
    Math.abs(change) < 0.005 || isMoreGood === undefined
      ? 'quiet'
      : change > 0 === isMoreGood
        ? 'good'
        : 'bad'
  const percent = Math.abs(change).toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 0 })
  const words = Math.abs(change) < 0.005 ? 'unchanged' : `${change > 0 ? '+' : '−'}${percent}`
  return (
    <span className={classes['change']} data-tone={tone} title={`Before: ${show(before)}`}>
      {words}
      <span className={classes['hidden']}> against the days before, when it was {show(before)}</span>
    </span>
  )
}
