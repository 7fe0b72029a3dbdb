import type { Me } from '@parley/contract'
import type { QueryClient } from '@tanstack/react-query'
import { needsAccount } from '../failure.ts'
import { reading } from '../queries.ts'
import { currentAccount, forgetAccount } from './account.ts'

/** The account of this tab. If it is not open to the person any more, the one that they have without choosing. */
export async function loadMe(client: QueryClient): Promise<Me> {
  try {
    return await client.ensureQueryData(reading('getMe', {}))
  } catch (error) {
    if (!needsAccount(error) || currentAccount() === undefined) throw error
    forgetAccount()
    return client.ensureQueryData(reading('getMe', {}))
  }
}
