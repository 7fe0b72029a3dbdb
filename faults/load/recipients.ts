import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Advisor } from './people.ts'

export interface Recipient {
  readonly advisor: Advisor
  readonly phone: string
}

const plainPerAdvisor = 50
const consentingPerAdvisor = 10

// Simulator behaviour by the last four digits.
/** Not delivered; taken without a receipt; refused for good; receipts twice and out of order. */
const quickEndings = ['9001', '9002', '9005', '9012']
/** Refused twice; response lost; text lost; throttled. */
export const slowEndings: readonly string[] = ['9006', '9008', '9009', '9010']

/** Replies YES to a consent request. */
const consentingEnding = '9003'

const phoneOf = ({ index }: Advisor, prefix: number, ending: string): string =>
  `+1${prefix}${String(index).padStart(4, '0')}${ending}`

export const pick = <Item>(items: readonly Item[], random: SeededRandom): Item =>
  items[random(items.length)] as Item

/** Recipients of the load. Only those who must be asked first exist before the first text. */
export class Recipients {
  readonly #advisors: readonly Advisor[]
  readonly #strict: readonly Advisor[]
  readonly #random: SeededRandom
  readonly #consenting = new Map<Advisor, Recipient[]>()
  /** While it is not empty, all texts go here. */
  hot: readonly Recipient[] = []
  /** Whether to text numbers whose texts take up to a minute. Each gets one text: the next would wait behind it. */
  isSlowAllowed = true
  readonly #slow = new Set<string>()

  constructor(advisors: readonly Advisor[], random: SeededRandom) {
    this.#advisors = advisors
    this.#strict = advisors.filter(({ needsConsent }) => needsConsent)
    this.#random = random
  }

  /** Recipients asked for consent before the load starts, by advisor. */
  first(): (readonly Recipient[])[] {
    return this.#strict.map(advisor => Array.from({ length: consentingPerAdvisor }, () => this.#add(advisor)))
  }

  /** A recipient who has not been asked yet, if there is one. */
  unasked(): Recipient | undefined {
    const advisor = pick(this.#strict, this.#random)
    return (this.#consenting.get(advisor)?.length ?? 0) < 70 ? this.#add(advisor) : undefined
  }

  #add(advisor: Advisor): Recipient {
    const known = this.#consenting.get(advisor) ?? []
    const recipient = { advisor, phone: phoneOf(advisor, 20 + known.length, consentingEnding) }
    this.#consenting.set(advisor, [...known, recipient])
    return recipient
  }

  /** Recipients of the next text: mostly one, sometimes three of one advisor. */
  next(): readonly Recipient[] {
    if (this.hot.length > 0) return [pick(this.hot, this.#random)]
    const first = this.any()
    if (this.#random(20) > 0) return [first]
    const others = [1, 2].map(() => this.#of(first.advisor))
    return [...new Map([first, ...others].map(each => [each.phone, each])).values()]
  }

  any(): Recipient {
    return this.#of(pick(this.#advisors, this.#random))
  }

  #of(advisor: Advisor): Recipient {
    const known = this.#consenting.get(advisor)
    if (known) return pick(known, this.#random)
    return this.#random(100) < 3 ? this.#odd(advisor) : this.plain(advisor)
  }

  #odd(advisor: Advisor): Recipient {
    const slow = phoneOf(advisor, 99, pick(slowEndings, this.#random))
    const isSlow = this.isSlowAllowed && this.#random(3) === 0 && !this.#slow.has(slow)
    if (!isSlow) return { advisor, phone: phoneOf(advisor, 99, pick(quickEndings, this.#random)) }
    this.#slow.add(slow)
    return { advisor, phone: slow }
  }

  /** A recipient with normal behaviour, of an advisor who needs no consent. */
  plain(advisor: Advisor = this.#open()): Recipient {
    const ending = String(this.#random(plainPerAdvisor)).padStart(4, '0')
    return { advisor, phone: phoneOf(advisor, 99, ending) }
  }

  #open(): Advisor {
    return pick(
      this.#advisors.filter(({ needsConsent }) => !needsConsent),
      this.#random,
    )
  }
}
