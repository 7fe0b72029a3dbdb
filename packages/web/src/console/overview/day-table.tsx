import type { FirmOverview } from '@parley/contract'
import { figureLabels, shownFigures } from './figure-labels.ts'
import classes from './overview.module.css'
import { CountedLink } from './overview-link.tsx'
import { showLongDay } from './period.ts'

/** The charts as numbers, the newest day first. */
export function DayTable({ overview: { series, advisor } }: { readonly overview: FirmOverview }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the keyboard.
    <section className={classes['frame']} aria-label="Figures by day" tabIndex={0}>
      <table className={classes['figures']}>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {shownFigures.map(figure => (
              <th key={figure} scope="col">
                {figureLabels[figure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map(day => (
            <tr key={day.day}>
              <th scope="row">{showLongDay(day.day)}</th>
              {shownFigures.map(figure => {
                const { leadsTo, valueOf, show } = figureLabels[figure]
                const value = valueOf(day)
                return (
                  <td key={figure}>
                    {value === undefined || value === 0 ? (
                      <span className={classes['none']}>{value === undefined ? '–' : show(value)}</span>
                    ) : (
                      <CountedLink
                        search={{ figure: leadsTo, from: day.day, to: day.day, advisor: advisor?.advisorId }}
                      >
                        {show(value)}
                      </CountedLink>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
