import type { Account } from '@parley/contract'
import { requireTextingAccount } from '../consent/index.ts'
import type { Caller, UsageLeft } from '../platform/caller/caller.ts'
import type { Database } from '../platform/db/pool.ts'
import { required } from '../platform/db/rows.ts'

/** What a token and a key can do now, so that an application need not find out by failing. */
export async function getAccount(
  database: Database,
  { advisorId, scopes }: Caller,
  usage: UsageLeft | undefined,
): Promise<Account> {
  const account = await requireTextingAccount(database, advisorId)
  const { requestsPerSecond, burst, burstLeft, requestsPerDay, usedToday } = required(
    usage,
    'the usage plan of an application',
  )
  return {
    advisor: { name: account.advisorName },
    firm: { name: account.firmName },
    ...(account.number !== null && { textingNumber: account.number }),
    timeZone: account.timeZone,
    consentRequired: account.isConsentRequired,
    consentRequestConfigured: account.consentRequestText !== null,
    scopes: [...scopes].toSorted(),
    plan: {
      requestsPerSecond,
      burst,
      burstLeft,
      ...(requestsPerDay !== null && {
        requestsPerDay,
        requestsLeftToday: Math.max(0, requestsPerDay - usedToday),
      }),
    },
  }
}
