import type { Dice } from '../../packages/server/src/addressbook/create-dice.ts'
import type { Advisor } from './people.ts'

export interface Recipient {
  readonly advisor: Advisor
  readonly phone: string
}

const plainPerAdvisor = 50
const consentingPerAdvisor = 10

// What the simulator does to texts by the last four digits.
/** Not delivered; taken without a receipt; refused for good; receipts twice and out of order. */
const quickEndings = ['9001', '9002', '9005', '9012']
/** Refused twice; the answer is lost; the text is lost; too much traffic. */
export const slowEndings: readonly string[] = ['9006', '9008', '9009', '9010']

/** Replies YES to a consent request. */
const consentingEnding = '9003'

const phoneOf = ({ index }: Advisor, prefix: number, ending: string): string =>
  `+1${prefix}${String(index).padStart(4, '0')}${ending}`

export const pick = <Item>(items: readonly Item[], roll: Dice): Item => items[roll(items.length)] as Item

/** Whom the load texts. Nobody is in the database before the first text, but for those who must be asked first. */
export class Recipients {
  readonly #advisors: readonly Advisor[]
  readonly #strict: readonly Advisor[]
  readonly #roll: Dice
  readonly #consenting = new Map<Advisor, Recipient[]>()
  /** While it is not empty, all texts go here. */
  hot: readonly Recipient[] = []
  /** Whether numbers are texted whose texts take long, up to a minute. Each once: the next would wait behind it. */
  isSlowAllowed = true
  readonly #slow = new Set<string>()

  constructor(advisors: readonly Advisor[], roll: Dice) {
    this.#advisors = advisors
    this.#strict = advisors.filter(({ needsConsent }) => needsConsent)
    this.#roll = roll
  }

  /** Those who are asked for consent before the load begins, by advisor. */
  first(): (readonly Recipient[])[] {
    return this.#strict.map(advisor => Array.from({ length: consentingPerAdvisor }, () => this.#add(advisor)))
  }

  /** Somebody who has not been asked yet, if an advisor has one. */
  unasked(): Recipient | undefined {
    const advisor = pick(this.#strict, this.#roll)
    return (this.#consenting.get(advisor)?.length ?? 0) < 70 ? this.#add(advisor) : undefined
  }

  #add(advisor: Advisor): Recipient {
    const known = this.#consenting.get(advisor) ?? []
    const recipient = { advisor, phone: phoneOf(advisor, 20 + known.length, consentingEnding) }
    this.#consenting.set(advisor, [...known, recipient])
    return recipient
  }

  /** For the next text: one recipient mostly, sometimes three of one advisor. */
  next(): readonly Recipient[] {
    if (this.hot.length > 0) return [pick(this.hot, this.#roll)]
    const first = this.any()
    if (this.#roll(20) > 0) return [first]
    const others = [1, 2].map(() => this.#of(first.advisor))
    return [...new Map([first, ...others].map(each => [each.phone, each])).values()]
  }

  any(): Recipient {
    return this.#of(pick(this.#advisors, this.#roll))
  }

  #of(advisor: Advisor): Recipient {
    const known = this.#consenting.get(advisor)
    if (known) return pick(known, this.#roll)
    return this.#roll(100) < 3 ? this.#odd(advisor) : this.plain(advisor)
  }

  #odd(advisor: Advisor): Recipient {
    const slow = phoneOf(advisor, 99, pick(slowEndings, this.#roll))
    const isSlow = this.isSlowAllowed && this.#roll(3) === 0 && !this.#slow.has(slow)
    if (!isSlow) return { advisor, phone: phoneOf(advisor, 99, pick(quickEndings, this.#roll)) }
    this.#slow.add(slow)
    return { advisor, phone: slow }
  }

  /** One to whom nothing odd happens, of an advisor who needs no consent. */
  plain(advisor: Advisor = this.#open()): Recipient {
    const ending = String(this.#roll(plainPerAdvisor)).padStart(4, '0')
    return { advisor, phone: phoneOf(advisor, 99, ending) }
  }

  #open(): Advisor {
    return pick(
      this.#advisors.filter(({ needsConsent }) => !needsConsent),
      this.#roll,
    )
  }
}
