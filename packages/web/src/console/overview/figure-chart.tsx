import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './chart.module.css'
import { type ChartStep, showRange, showShortDay } from './period.ts'

interface ChartProps {
  readonly label: string
  readonly steps: readonly ChartStep[]
  readonly show: (value: number) => string
  /** Amounts are bars, and start at zero. Rates and times are a line with gaps. */
  readonly isLine: boolean
  readonly onOpen: (step: ChartStep) => void
}

const height = 132
const top = 8
const bottom = 20
const plot = height - top - bottom

/** One figure over time. Arrow keys and pointer choose a day, which is said above; Enter or a click opens what it counts. */
export function FigureChart({ label, steps, show, isLine, onOpen }: ChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const step = chosen === undefined ? undefined : steps[chosen]
  const most = Math.max(0, ...steps.map(({ value = 0 }) => value))
  const isEmpty = isLine ? steps.every(({ value }) => value === undefined) : most === 0
  const ceiling = niceCeiling(most)
  const stepWidth = width / Math.max(1, steps.length)
  const xOf = (index: number): number => (index + 0.5) * stepWidth
  const yOf = (value: number): number => top + plot - (ceiling === 0 ? 0 : (value / ceiling) * plot)
  const choose = (event: PointerEvent<HTMLDivElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    setChosen(Math.min(steps.length - 1, Math.max(0, Math.floor(x / stepWidth))))
  }
  const move = (event: KeyboardEvent): void => {
    const last = steps.length - 1
    const now = chosen ?? last
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setChosen(Math.min(last, Math.max(0, next)))
    } else if (event.key === 'Enter' && step) onOpen(step)
  }
  const words = (shown: ChartStep): string =>
    `${showRange(shown.from, shown.to)}: ${shown.value === undefined ? 'none' : show(shown.value)}`
  const last = steps.at(-1)
  return (
    <>
      <p className={classes['reading']} data-shown={step !== undefined || undefined}>
        {step ? words(step) : isEmpty ? 'None in this period' : `Most: ${show(most)}`}
      </p>
      <div
        ref={ref}
        className={classes['chart']}
        role="slider"
        tabIndex={0}
        aria-label={`${label} by day`}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, steps.length - 1)}
        aria-valuenow={chosen ?? Math.max(0, steps.length - 1)}
        aria-valuetext={words(step ?? last ?? { from: '1970-01-01', to: '1970-01-01', value: undefined })}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(undefined)}
        onFocus={() => setChosen(now => now ?? steps.length - 1)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={move}
        onClick={() => step && onOpen(step)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden>
            {[0, 0.5, 1].map(share => (
              <line
                key={share}
                className={classes['rule']}
                x1={0}
                x2={width}
                y1={yOf(ceiling * share)}
                y2={yOf(ceiling * share)}
              />
            ))}
            {step && (
              <rect
                className={classes['chosen']}
                x={(chosen ?? 0) * stepWidth}
                y={top}
                width={stepWidth}
                height={plot}
              />
            )}
            {isLine ? (
              <Line steps={steps} xOf={xOf} yOf={yOf} />
            ) : (
              steps.map(({ from, value = 0 }, index) => (
                <rect
                  key={from}
                  className={classes['bar']}
                  data-chosen={chosen === index || undefined}
                  x={index * stepWidth + gapOf(stepWidth) / 2}
                  y={yOf(value)}
                  width={Math.max(1, stepWidth - gapOf(stepWidth))}
                  height={top + plot - yOf(value)}
                  rx={Math.min(2, stepWidth / 4)}
                />
              ))
            )}
            {steps[0] && last && (
              <>
                <text className={classes['tick']} x={0} y={height - 4}>
                  {showShortDay(steps[0].from)}
                </text>
                <text className={classes['tick']} x={width} y={height - 4} textAnchor="end">
                  {showShortDay(last.to)}
                </text>
              </>
            )}
          </svg>
        )}
      </div>
    </>
  )
}

interface LineProps {
  readonly steps: readonly ChartStep[]
  readonly xOf: (index: number) => number
  readonly yOf: (value: number) => number
}

/** Days without a value are gaps; a single day between two of them is a dot. */
function Line({ steps, xOf, yOf }: LineProps) {
  const points = steps.flatMap(({ value }, index) =>
    value === undefined ? [] : [{ index, x: xOf(index), y: yOf(value) }],
  )
  const path = points
    .map(({ index, x, y }, at) => `${points[at - 1]?.index === index - 1 ? 'L' : 'M'}${x} ${y}`)
    .join('')
  const isAlone = (index: number): boolean =>
    steps[index - 1]?.value === undefined && steps[index + 1]?.value === undefined
  return (
    <>
      <path className={classes['line']} d={path} />
      {points
        .filter(({ index }) => isAlone(index))
        .map(({ index, x, y }) => (
          <circle key={index} className={classes['dot']} cx={x} cy={y} r={2} />
        ))}
    </>
  )
}

const gapOf = (stepWidth: number): number => Math.min(6, stepWidth * 0.3)

/** Little above the largest value, so that the marks use the height. */
function niceCeiling(most: number): number {
  if (most <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map(times => times * power).find(limit => limit >= most) ?? most
}
