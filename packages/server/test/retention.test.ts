// Every table has a documented retention period, and expired rows are deleted.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { deleteOldDrafts } from '../src/addressbook/index.ts'
import { deleteOldReceipts } from '../src/delivery/index.ts'
import { deleteOldCredentials } from '../src/identity/index.ts'
import type { Database } from '../src/platform/db/pool.ts'
import { deleteOldMail } from '../src/platform/mail/delete-old-mail.ts'
import { deleteOldSimulatorTexts } from '../src/simulator/index.ts'
import { deleteExpiredConsoles } from '../src/webhooks/index.ts'
import { useTestDatabase } from './database/database.ts'
import { createAdvisor, createApplication } from './people/people.ts'

const { database, owner } = await useTestDatabase()

it('docs/operations.md lists every table and no other, each with a rule and its reason', async () => {
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const section = /## Data retention\n([^]*?)\n## /.exec(page)?.[1] ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  const unexplained = rows.filter(row => !/^\|[^|]*`[^|]*\|[^|]*\w[^|]*\|[^|]*\w[^|]*\|$/.test(row))
  expect(unexplained).toEqual([])
  const listed = rows.flatMap(row =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p')
       and not relispartition`,
  )
  expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

interface Rule {
  readonly sweep: (swept: Database) => Promise<unknown>
  /** Makes a place for rows of this age. */
  readonly prepare?: (age: string) => string
  /** Inserts a row of this age; $1 is an advisor, $2 an application. */
  readonly insert: (name: string, age: string) => string
  readonly young: string
  readonly old: string
}

const digest = `sha256('x')`
const rules: Record<string, Rule> = {
  inbound_text: {
    sweep: deleteOldReceipts,
    insert: (name, age) =>
      `insert into inbound_text (carrier, carrier_message_id, advisor_id, message_id, received_at) values ('c', '${name}', $1, $2, now() - interval '${age}')`,
    young: '29 days',
    old: '31 days',
  },
  dead_letter: {
    sweep: deleteOldReceipts,
    insert: (name, age) =>
      `insert into dead_letter (advisor_id, message_id, ending, reason, attempts, settled_at) values ($1, $2 + ${name.length}, 'failed', 'x', 1, now() - interval '${age}')`,
    young: '29 days',
    old: '31 days',
  },
  carrier_message: {
    sweep: deleteOldReceipts,
    prepare: age => `select ensure_carrier_partitions(now() - interval '${age}')`,
    insert: (name, age) =>
      `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id, created_at) values ('c', '${name}', $1, 1, $2, now() - interval '${age}')`,
    young: '29 days',
    // Whole weeks are dropped.
    old: '38 days',
  },
  former_carrier_message: {
    sweep: deleteOldReceipts,
    insert: (name, age) =>
      `insert into former_carrier_message (carrier, carrier_message_id, advisor_id, message_id, created_at) values ('c', '${name}', $1, $2, now() - interval '${age}')`,
    young: '29 days',
    old: '31 days',
  },
  receipt: {
    sweep: deleteOldReceipts,
    insert: (name, age) =>
      `insert into receipt (carrier, carrier_message_id, status, carrier_time, received_at, advisor_id, message_id) values ('c', '${name}', 'delivered', now(), now() - interval '${age}', $1, $2)`,
    young: '29 days',
    old: '31 days',
  },
  contact_upload: {
    sweep: deleteOldDrafts,
    insert: (name, age) =>
      `insert into contact_upload (advisor_id, file_name, file_digest, columns, line_count, right_count, refusals, state, run, finished_at) values ($1, '${name}', ${digest}, '[]', 1, 1, '[]', 'failed', $2, now() - interval '${age}')`,
    young: '29 days',
    old: '31 days',
  },
  client_secret: {
    sweep: deleteOldCredentials,
    insert: (name, age) =>
      `insert into client_secret (application_id, hash, expires_at) select $2, sha256('${name}'), now() - interval '${age}' where $1::bigint > 0`,
    young: '89 days',
    old: '91 days',
  },
  signing_key: {
    sweep: deleteOldCredentials,
    insert: (name, age) =>
      `insert into signing_key (kid, public_jwk, encrypted_private_jwk, retired_at) select '${name}', '{}', '\\x00', now() - interval '${age}' where $1::bigint + $2::bigint > 0`,
    young: '29 days',
    old: '31 days',
  },
  authorization_grant: {
    sweep: deleteOldCredentials,
    insert: (name, age) =>
      `insert into authorization_grant (advisor_id, application_id, grant_id, scopes, revoked_at) values ($1, $2, '${name}', '{openid}', now() - interval '${age}')`,
    young: '89 days',
    old: '91 days',
  },
  oauth_artifact: {
    sweep: deleteOldCredentials,
    insert: (name, age) =>
      `insert into oauth_artifact (model, id, payload, expires_at, consumed_at) select 'RefreshToken', '${name}', '{}', now() + interval '80 days', now() - interval '${age}' where $1::bigint + $2::bigint > 0`,
    young: '6 days',
    old: '8 days',
  },
  mail: {
    sweep: deleteOldMail,
    insert: (name, age) =>
      `insert into mail (purpose, recipient, subject, created_at, next_at, expires_at, ended_at, outcome) select 'test', 'a@b.test', '${name}', now() - interval '${age}', now(), now(), now(), 'sent' where $1::bigint + $2::bigint > 0`,
    young: '29 days',
    old: '31 days',
  },
  console_link: {
    sweep: deleteExpiredConsoles,
    insert: (name, age) =>
      `insert into console_link (application_id, token_hash, expires_at) select $2, sha256('${name}'), now() + interval '1 hour' - interval '${age}' where $1::bigint > 0`,
    young: '59 minutes',
    old: '61 minutes',
  },
  console_session: {
    sweep: deleteExpiredConsoles,
    insert: (name, age) =>
      `insert into console_session (application_id, token_hash, expires_at) select $2, sha256('${name}'), now() + interval '1 hour' - interval '${age}' where $1::bigint > 0`,
    young: '59 minutes',
    old: '61 minutes',
  },
  simulator_text: {
    sweep: deleteOldSimulatorTexts,
    insert: (name, age) =>
      `insert into simulator_text (phone, number, text, created_at) select '+12025550100', '+12025550101', '${name}', now() - interval '${age}' where $1::bigint + $2::bigint > 0`,
    young: '29 days',
    old: '31 days',
  },
}

it.each(Object.entries(rules))('%s: expired rows are deleted, and no others', async (table, rule) => {
  const { id: advisorId } = await createAdvisor(database)
  const { id: applicationId } = await createApplication(database)
  const count = async (): Promise<number> =>
    (await owner.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count ?? 0
  const before = await count()
  for (const age of [rule.young, rule.old]) if (rule.prepare) await owner.query(rule.prepare(age))
  await owner.query(rule.insert('young', rule.young), [advisorId, applicationId])
  const { id: otherId } = await createApplication(database)
  await owner.query(rule.insert('older one', rule.old), [advisorId, otherId])
  expect(await count()).toBe(before + 2)
  await rule.sweep(database)
  expect(await count()).toBe(before + 1)
})

it('a reply to a number without an advisor is kept: its text is stored nowhere else', async () => {
  await owner.query(
    `insert into inbound_text (carrier, carrier_message_id, stray, received_at) values ('c', 'stray', '{}', now() - interval '400 days')`,
  )
  await deleteOldReceipts(database)
  const { rows } = await owner.query(`select from inbound_text where carrier_message_id = 'stray'`)
  expect(rows).toHaveLength(1)
})
