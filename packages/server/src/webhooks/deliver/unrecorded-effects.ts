import type { PlacedEvent } from '../../events/index.ts'
import type { Outcome } from '../calls/attempt-delivery.ts'
import type { Parked } from './parked-lanes.ts'

interface AttemptRecord {
  readonly position: number
  readonly attempt: number
  readonly at: string
  readonly advisorId: number
  readonly eventId: string
  readonly type: string
  readonly outcome: Outcome['kind']
  readonly httpStatus: number | null
  readonly error: string | null
  readonly milliseconds: number
}

type ParkedRecord = Parked & { readonly missedAt: number | null }

/** What happened to an endpoint's events and is not in the database yet. */
export class UnrecordedEffects {
  attempts: AttemptRecord[] = []
  readonly parked = new Map<number, ParkedRecord>()
  readonly unparked = new Set<number>()

  get isEmpty(): boolean {
    return this.attempts.length + this.parked.size + this.unparked.size === 0
  }

  addAttempt(placed: PlacedEvent, attempt: number, outcome: Outcome, now: number): void {
    this.attempts.push({
      position: placed.position,
      attempt,
      at: new Date(now).toISOString(),
      advisorId: placed.advisorId,
      eventId: placed.event.id,
      type: placed.event.type,
      outcome: outcome.kind,
      httpStatus: 'status' in outcome ? outcome.status : null,
      error: outcome.kind === 'unreachable' ? outcome.why : null,
      milliseconds: outcome.milliseconds,
    })
  }

  park(parked: Parked, missedAt: number | null = null): void {
    this.unparked.delete(parked.position)
    this.parked.set(parked.position, { ...parked, missedAt })
  }

  unpark(position: number): void {
    this.parked.delete(position)
    this.unparked.add(position)
  }

  /** Older ones that could not be recorded. What happened since wins. */
  addOlder({ attempts, parked, unparked }: UnrecordedEffects): void {
    this.attempts = attempts.concat(this.attempts)
    for (const [position, row] of parked) {
      if (!this.parked.has(position) && !this.unparked.has(position)) this.parked.set(position, row)
    }
    for (const position of unparked) if (!this.parked.has(position)) this.unparked.add(position)
  }
}
