import type { Queryable } from '../../db/pool.ts'
import { findCarrier } from './find-carrier.ts'
import { type ListedCarrier, listCarriers } from './list-carriers.ts'
import { numbersOfCarrier } from './queries.ts'

export interface ShownCarrier extends ListedCarrier {
  /** Without what opens its door. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Given to it by name. */
  readonly numbers: readonly string[]
}

/** One carrier with all that an operator may see of it. */
export async function showCarrier(db: Queryable, name: string): Promise<ShownCarrier> {
  const { kind, settings } = await findCarrier(db, name)
  const listed = (await listCarriers(db)).find(each => each.name === name)
  const numbers = (await numbersOfCarrier(db, [name])).map(({ number }) => number)
  return { name, kind, configured: null, state: null, ...listed, settings, numbers }
}
