import type { Database } from '../../platform/db/pool.ts'
import { changeTextingPolicy } from './change-texting-policy.ts'
import { findTextingPolicy } from './find-texting-policy.ts'

const consentRequestText =
  '{advisor} of {firm} would like to text you about your accounts and appointments. Reply YES to agree. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'

/** Enables consent collection for the firms of a sandbox. Skips firms that have set their own policy. */
export async function seedTextingPolicy(database: Database, firmIds: readonly number[]): Promise<void> {
  for (const firmId of firmIds) {
    const { version } = await findTextingPolicy(database, firmId)
    if (version > 0) continue
    await changeTextingPolicy(database, {
      firmId,
      decidedBy: 'sandbox seed',
      changes: { isConsentRequired: true, consentRequestText },
    })
  }
}
