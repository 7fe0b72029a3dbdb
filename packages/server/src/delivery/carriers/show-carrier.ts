import type { Queryable } from '../../platform/db/pool.ts'
import { findCarrier } from './find-carrier.ts'
import { type ListedCarrier, listCarriers } from './list-carriers.ts'
import { numbersOfCarrier } from './queries.ts'

export interface ShownCarrier extends ListedCarrier {
  /** Without credentials. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Numbers routed to it explicitly. */
  readonly numbers: readonly string[]
}

/** One carrier with everything an operator may see. */
export async function showCarrier(db: Queryable, name: string): Promise<ShownCarrier> {
  const { kind, settings } = await findCarrier(db, name)
  const listed = (await listCarriers(db)).find(each => each.name === name)
  const numbers = (await numbersOfCarrier(db, [name])).map(({ number }) => number)
  return { name, kind, configured: null, state: null, ...listed, settings, numbers }
}
