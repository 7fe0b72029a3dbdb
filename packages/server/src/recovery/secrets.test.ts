// A restore brings back what was revoked or used since. A new table with a secret needs an answer to that.
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'

const { database } = await useTestDatabase()

/** By `parley recover`; recover.test.ts looks for what is left. */
const ended = [
  'api_key',
  'app_session',
  'break_glass_link',
  'client_secret',
  'console_link',
  'console_session',
  'directory_token',
  'firm_sign_in_attempt',
  'recovery_code',
  'sign_in_link',
  'signing_key',
]

const stays: Readonly<Record<string, string>> = {
  advisor: 'passwords: people repeat their changes, as docs/operations.md says',
  person: 'as advisor',
  passkey: 'as advisor',
  second_factor: 'as advisor',
  carrier: 'what the carrier accepts counts',
  firm_sign_in: 'what the provider accepts counts',
  webhook_secret: 'signs what we send, and lets nobody in',
  log_blinding: 'hides entries in the log, and lets nobody in',
  log_checkpoint: 'public',
  log_entry: 'public',
}

it('every table with a secret is ended by a recovery, or has a reason to stay', async () => {
  const { rows } = await database.query<{ name: string }>(
    `select distinct relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attname ~ 'hash|secret|token|password|credential|encrypted' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...ended, ...Object.keys(stays)].toSorted())
})
