// Rules that the database itself enforces for every role.
import { afterAll, expect, it } from 'vitest'
import { adminUrl } from '../../../test/database/admin-url.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createPool } from './pool.ts'

const { database, owner, ownerUrl } = await useTestDatabase()
const superuser = createPool({
  url: new URL(new URL(ownerUrl).pathname, adminUrl).href,
  size: 1,
  applicationName: 'test',
  connectTimeoutMs: 30_000,
})
await owner.query(`
  create table record (id integer);
  create trigger record_is_final before update or delete or truncate on record
    for each statement execute function reject_change();
  insert into record values (1);
  grant select, insert, update, delete on record to parley_app`)
afterAll(() => superuser.end())

it.each([
  'create table thing ()',
  'create temporary table thing ()',
  'create schema thing',
  'create function thing() returns void language sql as $$ select $$',
  `select create_id_sequence('thing')`,
  'alter table record add column more text',
  'alter table record disable trigger all',
  'drop table record',
  'truncate record',
  'truncate graphile_worker._private_jobs',
  'alter table graphile_worker._private_jobs add column more text',
  'insert into graphile_worker.migrations (id) values (999)',
  `insert into installation values (2, 'production')`,
  `update installation set environment = 'production'`,
  'delete from installation',
  `insert into schema_migration (name, run_on) values ('9999-forged', now())`,
  'set role parley_owner',
  'set session_replication_role = replica',
])('the application role may not: %s', async sql => {
  await expect(database.query(sql)).rejects.toMatchObject({ code: '42501' })
})

it('the application role owns nothing and has no special privilege', async () => {
  const { rows } = await superuser.query(`
    select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      (select count(*) from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owned,
      (select count(*) from pg_auth_members where member = pg_roles.oid) as memberships
    from pg_roles where rolname = 'parley_app'`)
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      memberships: 0,
    },
  ])
})

it.each([
  ['the application role', database],
  ['the owner', owner],
  ['a superuser', superuser],
])('final rows cannot be changed by %s', async (_, as) => {
  const finals = ['update record set id = 2', 'delete from record', 'delete from record where false']
  if (as !== database) finals.push('truncate record')
  for (const sql of finals) await expect(as.query(sql)).rejects.toMatchObject({ code: '23000' })
  const { rows } = await as.query('select id from record')
  expect(rows).toEqual([{ id: 1 }])
})

it('the installation is one row that nobody can change, not even in replica mode', async () => {
  for (const as of [owner, superuser]) {
    await expect(as.query(`insert into installation values (2, 'sandbox')`)).rejects.toMatchObject({
      code: '23505',
    })
    for (const sql of [
      'update installation set cell = 2',
      'delete from installation',
      'truncate installation',
    ]) {
      await expect(as.query(sql)).rejects.toMatchObject({ code: '23000' })
    }
  }
  const replica = 'begin; set local session_replication_role = replica; delete from installation'
  await expect(superuser.query(replica)).rejects.toMatchObject({ code: '23000' })
})
