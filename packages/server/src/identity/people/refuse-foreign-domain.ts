import type { Tx } from '../../platform/db/pool.ts'
import { firmsOfDomain } from './queries.ts'
import { refuseMistakes } from './refuse-mistakes.ts'

/**
 * An address belongs to one person of the installation. In a domain that another firm has proved to be its own, whoever has it would
 * take the place of one of that firm's people. Who has such an address already keeps it.
 */
export async function refuseForeignDomain(
  tx: Tx,
  firmId: number,
  email: string,
  formerEmail?: string,
): Promise<void> {
  if (formerEmail !== undefined && domainOf(formerEmail) === domainOf(email)) return
  const others = await firmsOfDomain(tx, [email])
  const isForeign = others.length > 0 && others.every(other => other.firmId !== firmId)
  refuseMistakes({ email: isForeign ? 'The domain of this address belongs to another firm.' : undefined })
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
