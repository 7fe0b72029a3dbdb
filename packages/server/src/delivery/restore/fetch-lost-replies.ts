import { type FetchedReplies, fetchReplies } from '../../carriers/index.ts'
import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { carrierEvents } from '../carrier-events.ts'
import { decryptCarrier } from '../carriers/decrypt-carrier.ts'
import { allCarriers, type CarrierRow } from '../carriers/queries.ts'

interface Asking {
  readonly database: Database
  /** Replies before this time are in the database. */
  readonly since: Date
  readonly secretKeys: () => SecretKeys
  readonly publicOrigin: string
  readonly log: { warn(fields: object, message: string): void }
}

interface AskedCarrier {
  readonly name: string
  /** Replies that it listed, those that were known among them. Undefined: it could not tell. */
  readonly replies: number | undefined
  readonly why?: string
}

const batch = 100

/** Processes what carriers received since, as if they delivered it now: a STOP takes effect, a known reply has none. */
export async function fetchLostReplies(asking: Asking): Promise<AskedCarrier[]> {
  const carriers = await allCarriers(asking.database, [])
  const asked: AskedCarrier[] = []
  for (const carrier of carriers.filter(({ retiredAt }) => retiredAt === null)) {
    const fetched = await ask(carrier, asking)
    if ('why' in fetched) {
      asked.push({ name: carrier.name, replies: undefined, why: fetched.why })
      continue
    }
    const events = carrierEvents(asking.database, carrier.name, asking.log)
    for (let from = 0; from < fetched.texts.length; from += batch) {
      await events.receiveTexts(fetched.texts.slice(from, from + batch))
    }
    asked.push({ name: carrier.name, replies: fetched.texts.length })
  }
  return asked
}

async function ask(carrier: CarrierRow, { since, ...keys }: Asking): Promise<FetchedReplies> {
  const description = decryptCarrier(carrier, keys)
  return description ? fetchReplies(description, since) : { why: 'the simulator keeps no list of replies' }
}
