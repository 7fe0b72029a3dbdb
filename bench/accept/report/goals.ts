import { type Figure, round } from './figure.ts'

export interface Judged {
  readonly goal: string
  readonly outcome: 'reached' | 'not reached' | 'not measured'
  readonly measured?: number
  readonly wanted?: number
}

interface Goal {
  readonly goal: string
  /** Undefined: not measured. */
  readonly measured: number | undefined
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

/** Goals of the bench with their figures. */
export function judge(figures: readonly Figure[]): Judged[] {
  const find = (name: string): Figure | undefined => figures.find(figure => figure.name === name)
  const bare = find('bare, one by one')?.rate
  const service = (connections: number): Figure | undefined => find(`service, ${connections} connections`)
  const draining = (connections: number): number | undefined =>
    find(`service, ${connections} connections, worker draining`)?.rate
  const kannel = (connections: number): number | undefined =>
    find(`Kannel sendsms, ${connections} connections`)?.rate
  const idleBare = find('idle, bare statement')?.p50Ms
  const stored = (what: string): number | undefined => find(`service, 64 connections, ${what}`)?.rate
  const goals: Goal[] = [
    { goal: 'service / bare, 64 connections', measured: ratio(service(64)?.rate, bare), atLeast: 1 },
    { goal: 'service / bare, 256 connections', measured: ratio(service(256)?.rate, bare), atLeast: 1.5 },
    ...[64, 256].flatMap((connections): Goal[] => [
      {
        goal: `worker draining / worker stopped, ${connections} connections`,
        measured: ratio(draining(connections), service(connections)?.rate),
        atLeast: 0.7,
      },
      {
        goal: `worker draining / Kannel, ${connections} connections`,
        measured: ratio(draining(connections), kannel(connections)),
        atLeast: 1,
      },
      {
        goal: `worker stopped / Kannel, ${connections} connections`,
        measured: ratio(service(connections)?.rate, kannel(connections)),
        atLeast: 2,
      },
    ]),
    { goal: 'p99 ms, 64 connections', measured: service(64)?.p99Ms, atMost: 60 },
    {
      goal: 'p99 ms, open loop of 3,000 a second',
      measured: find('open loop, 3,000 a second')?.p99Ms,
      atMost: 25,
    },
    {
      goal: 'p50 ms of a single send, idle',
      measured: idleBare === undefined ? undefined : find('idle, single send')?.p50Ms,
      atMost: idleBare === undefined ? undefined : round(1.5 * idleBare + 2, 2),
    },
    { goal: 'drain of a backlog, texts a second', measured: find('drain of 200,000')?.rate, atLeast: 15_000 },
    {
      goal: 'rate with 10,000,000 stored / with 0',
      measured: ratio(stored('10,000,000 stored'), stored('0 stored, beside 10,000,000')),
      atLeast: 0.85,
    },
  ]
  return goals.map(outcomeOf)
}

const ratio = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : round(one / other, 2)

export function outcomeOf({ goal, measured, atLeast, atMost }: Goal): Judged {
  const wanted = atLeast ?? atMost
  if (measured === undefined || wanted === undefined) return { goal, outcome: 'not measured' }
  const isReached = atLeast === undefined ? measured <= wanted : measured >= wanted
  return { goal, outcome: isReached ? 'reached' : 'not reached', measured, wanted }
}

export function listOf(judged: readonly Judged[]): string {
  return judged
    .map(({ goal, outcome, measured, wanted }) =>
      outcome === 'not measured'
        ? `- ${goal}: not measured`
        : `- ${goal}: ${measured?.toLocaleString('en-US')}, goal ${wanted?.toLocaleString('en-US')}: **${outcome}**`,
    )
    .join('\n')
}
