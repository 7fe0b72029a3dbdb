import { randomBytes } from 'node:crypto'
import { run } from './run.ts'

const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

interface TestDatabase {
  /** Settings of every process of an installation on it. */
  readonly settings: Readonly<Record<string, string>>
  readonly drop: () => Promise<void>
}

/** An empty database with the roles that docs/operations.md creates, on the PostgreSQL of the tests. */
export async function createTestDatabase(name: string): Promise<TestDatabase> {
  const drop = `drop database if exists ${name} with (force);`
  const roles = ['parley_owner', 'parley_app', 'parley_sealer']
  const sql = `do $$ begin
      ${roles.map(role => `if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login password 'parley'; end if;`).join('\n')}
    end $$;
    ${drop}
    create database ${name} owner parley_owner encoding 'UTF8' template template0;`
  await psql(sql)
  return {
    settings: {
      DATABASE_URL: urlOf('parley_app'),
      DATABASE_OWNER_URL: urlOf('parley_owner'),
      SEALER_DATABASE_URL: urlOf('parley_sealer'),
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    drop: async () => void (await psql(drop)),
  }

  function urlOf(role: string): string {
    const url = new URL(adminUrl)
    url.username = role
    url.password = 'parley'
    url.pathname = `/${name}`
    return url.href
  }
}

const psql = (sql: string): Promise<string> =>
  run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', adminUrl], { input: sql })
