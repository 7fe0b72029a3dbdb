import * as journal from '../../journal/index.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Tx } from '../../platform/db/pool.ts'

/**
 * Records an operator's change to a carrier in the installation's journal. Never the credentials, only that they
 * changed.
 */
export const recordChange = (
  tx: Tx,
  actor: journal.Actor,
  kind: 'carrier.added' | 'carrier.changed' | 'carrier.retired' | 'carrier.restored' | 'carrier.routed',
  facts: JsonObject & { readonly carrier: string },
): Promise<void> =>
  journal.recordAct(tx, {
    owner: { installation: true },
    actor,
    kind,
    // Carriers are identified by name and have no numeric id.
    subject: { kind: 'carrier', id: 0 },
    facts,
  })
