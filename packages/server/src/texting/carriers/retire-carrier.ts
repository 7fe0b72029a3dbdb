import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { keepSimulator } from './add-carrier.ts'
import { findCarrier } from './find-carrier.ts'
import { type CarrierRow, countAttempts, lockCarriers, numbersOfCarrier, setRetired } from './queries.ts'

interface Installation {
  readonly environment: Environment
  readonly operator: string
}

/**
 * Takes a carrier out of use and keeps it on record. Workers leave it within seconds. What it posts to us by itself is
 * still taken in. One that is retired already keeps the time at which it was.
 */
export async function retireCarrier(
  database: Database,
  { environment, operator }: Installation,
  name: string,
): Promise<void> {
  await inTransaction(database, async tx => {
    // Whoever gives it numbers or makes it the default waits here.
    await lockCarriers(tx, [])
    await keepSimulator(tx, environment, operator)
    const carrier = await findCarrier(tx, name)
    if (carrier.retiredAt) return
    await refuseToStrand(tx, carrier)
    await setRetired(tx, [name, true, operator])
  })
}

/** Nothing that is on its way may be left without a carrier. All reasons at once, so that nobody tries three times. */
async function refuseToStrand(tx: Tx, { name, kind, isDefault }: CarrierRow): Promise<void> {
  if (kind === 'simulator') {
    throw new Problem('conflict', 'The simulator belongs to every sandbox: its phones answer by it.')
  }
  const { length: numbers } = await numbersOfCarrier(tx, [name])
  const [{ attempts } = { attempts: 0 }] = await countAttempts(tx, [name])
  const reasons = [
    isDefault && 'It is the default: let another be, with parley carrier set <other> --default.',
    numbers > 0 &&
      `${numbers === 1 ? 'One number goes' : `${numbers} numbers go`} by it, as parley carrier show ${name} lists: ` +
        'give them to another, with parley carrier route <other> <number>….',
    attempts > 0 &&
      `${attempts === 1 ? 'One text is' : `${attempts} texts are`} being handed to it: a worker settles that within a minute.`,
  ].filter(reason => reason !== false)
  if (reasons.length === 0) return
  throw new Problem('conflict', `The carrier ${name} cannot be retired yet. ${reasons.join(' ')}`)
}
