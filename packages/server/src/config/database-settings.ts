import { integer, optional, plain, url } from './config-values.ts'
import { setting } from './setting.ts'

export const databaseSettings = {
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    description: 'PostgreSQL URL of the role parley_app, used by api and worker.',
    parse: url('postgres', 'postgresql'),
  }),
  databaseOwnerUrl: setting({
    variable: 'DATABASE_OWNER_URL',
    description: 'PostgreSQL URL of the role parley_owner, used only by parley migrate.',
    parse: url('postgres', 'postgresql'),
  }),
  sealerDatabaseUrl: setting({
    variable: 'SEALER_DATABASE_URL',
    description: 'PostgreSQL URL of the role parley_sealer, used by parley sealer and parley log.',
    parse: url('postgres', 'postgresql'),
  }),
  databaseNextPassword: setting({
    variable: 'DATABASE_NEXT_PASSWORD',
    description:
      'Password of parley_app that is tried when that of DATABASE_URL is refused, so that it can be changed while everything runs.',
    fallback: '',
    parse: optional(plain),
  }),
  sealerDatabaseNextPassword: setting({
    variable: 'SEALER_DATABASE_NEXT_PASSWORD',
    description: 'As DATABASE_NEXT_PASSWORD, for SEALER_DATABASE_URL.',
    fallback: '',
    parse: optional(plain),
  }),
  databasePoolSize: setting({
    variable: 'DATABASE_POOL_SIZE',
    description: 'Maximum database connections per process.',
    fallback: '10',
    parse: integer(2, 1_000),
  }),
  statementTimeoutMs: setting({
    variable: 'STATEMENT_TIMEOUT_MS',
    description: 'Statement timeout in milliseconds.',
    fallback: '10000',
    parse: integer(100, 600_000),
  }),
}
