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
  const draining = (connections: number): Figure | undefined =>
    find(`service, ${connections} connections, worker draining`)
  const kannel = (connections: number): number | undefined =>
    find(`Kannel sendsms, ${connections} connections`)?.rate
  const stored = (what: string): number | undefined => find(`service, 64 connections, ${what}`)?.rate
  const life = find('bare life, 50 a statement')?.rate
  const bareBlocks = find('bare, 50 a statement')?.rate
  const bulk = find('service, 100 recipients a request')?.rate
  const drainOf = find('drain of 200,000')?.rate
  const caughtUp = find('drain of 200,000, 1,000 sends a second')?.notes?.['seconds until caught up']
  const perConnections = [
    { connections: 64, goal: { stopped: 1.2, draining: 0.7, postgresql: 260, api: 150 } },
    { connections: 256, goal: { stopped: 1.7, draining: 1.1, postgresql: 160, api: 120 } },
  ]
  const goals: Goal[] = [
    ...perConnections.flatMap(({ connections, goal }): Goal[] => {
      const stopped = service(connections)
      const whole = draining(connections)
      const at = `${connections} connections`
      return [
        { goal: `service / bare, ${at}`, measured: ratio(stopped?.rate, bare), atLeast: goal.stopped },
        {
          goal: `worker draining / bare, ${at}`,
          measured: ratio(whole?.rate, bare),
          atLeast: goal.draining,
        },
        {
          goal: `worker draining / worker stopped, ${at}`,
          measured: ratio(whole?.rate, stopped?.rate),
          atLeast: 0.7,
        },
        {
          goal: `worker draining / bare life, 50 a statement, ${at}`,
          measured: ratio(whole?.rate, life),
          atLeast: 0.5,
        },
        {
          goal: `PostgreSQL µs of a whole life, ${at}`,
          measured: whole?.microseconds?.postgresql,
          atMost: goal.postgresql,
        },
        { goal: `api µs of a send, ${at}`, measured: stopped?.microseconds?.api, atMost: goal.api },
        {
          goal: `worker draining / Kannel, ${at}`,
          measured: ratio(whole?.rate, kannel(connections)),
          atLeast: 1,
        },
        {
          goal: `worker stopped / Kannel, ${at}`,
          measured: ratio(stopped?.rate, kannel(connections)),
          atLeast: 2,
        },
      ]
    }),
    {
      goal: 'recipients in requests of 100 / bare, 50 a statement',
      measured: ratio(bulk, bareBlocks),
      atLeast: 0.6,
    },
    { goal: 'p99 ms, 64 connections', measured: service(64)?.p99Ms, atMost: 60 },
    {
      goal: 'p99 ms, open loop at 60 % of the saturated rate',
      measured: find('open loop at 60 % of the saturated rate')?.p99Ms,
      atMost: 40,
    },
    { goal: 'p50 ms of a single send, idle', measured: find('idle, single send')?.p50Ms, atMost: 3.5 },
    { goal: 'drain of a backlog, texts a second', measured: drainOf, atLeast: 11_000 },
    {
      goal: 'seconds until caught up beside 1,000 sends a second',
      // A text says that it did not catch up while it was measured.
      measured: typeof caughtUp === 'string' ? Number.POSITIVE_INFINITY : caughtUp,
      atMost: 30,
    },
    {
      goal: 'rate with 10,000,000 stored / with 0',
      measured: ratio(stored('10,000,000 stored'), stored('0 stored, beside 10,000,000')),
      atLeast: 0.92,
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
