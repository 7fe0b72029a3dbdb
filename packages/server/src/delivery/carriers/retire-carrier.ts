import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { keepSimulator } from './add-carrier.ts'
import { findCarrier } from './find-carrier.ts'
import { type CarrierRow, countAttempts, lockCarriers, numbersOfCarrier, setRetired } from './queries.ts'
import { recordChange } from './record-change.ts'

interface Installation {
  readonly environment: Environment
  readonly operator: string
}

/**
 * Takes a carrier out of use and keeps it on record. Workers disconnect within seconds; webhooks it sends are still
 * accepted. Retiring it twice keeps the original time.
 */
export async function retireCarrier(
  database: Database,
  { environment, operator }: Installation,
  name: string,
): Promise<void> {
  await inTransaction(database, async tx => {
    // Blocks concurrent routing to it and making it the default.
    await lockCarriers(tx, [])
    await keepSimulator(tx, environment, operator)
    const carrier = await findCarrier(tx, name)
    if (carrier.retiredAt) return
    await refuseToStrand(tx, carrier)
    await setRetired(tx, [name, true, operator])
    await recordChange(tx, { kind: 'operator', name: operator }, 'carrier.retired', { carrier: name })
  })
}

/**
 * Refuses if anything in transit would be left without a carrier. Reports all reasons at once, so that one retry is
 * enough.
 */
async function refuseToStrand(tx: Tx, { name, kind, isDefault }: CarrierRow): Promise<void> {
  if (kind === 'simulator') {
    throw new Problem('conflict', 'The simulator cannot be retired: the sandbox phones use it.')
  }
  const { length: numbers } = await numbersOfCarrier(tx, [name])
  const [{ attempts } = { attempts: 0 }] = await countAttempts(tx, [name])
  const reasons = [
    isDefault && 'It is the default carrier.',
    numbers > 0 && `${numbers === 1 ? 'One number is' : `${numbers} numbers are`} routed through it.`,
    attempts > 0 &&
      `${attempts === 1 ? 'One text is' : `${attempts} texts are`} being handed to it: a worker settles that within a minute.`,
  ].filter(reason => reason !== false)
  if (reasons.length === 0) return
  throw new Problem('conflict', `The carrier ${name} cannot be retired yet. ${reasons.join(' ')}`, {
    remedies: [
      ...(isDefault ? [{ do: 'choose another default carrier' } as const] : []),
      ...(numbers > 0 ? [{ do: 'route numbers elsewhere', from: name } as const] : []),
    ],
  })
}
