import { type Figure, round } from '../accept/report/figure.ts'
import { type Judged, outcomeOf } from '../accept/report/goals.ts'

/** At least as fast as Kannel, with a journal. */
export function judge(figures: readonly Figure[], windows: readonly number[]): Judged[] {
  const find = (name: string): number | undefined => figures.find(figure => figure.name === name)?.rate
  return windows.flatMap(window => {
    const kannel = find(`Kannel sendsms, window ${window}`)
    return ['api and worker', 'worker'].map(what => {
      const ours = find(`${what}, window ${window}`)
      const measured = ours === undefined || kannel === undefined ? undefined : round(ours / kannel, 2)
      return outcomeOf({ goal: `${what} / Kannel, window ${window}`, measured, atLeast: 1 })
    })
  })
}
