// Operator commands: those that only read, those that change something (with a sample call), and exempt ones.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Act } from './act.ts'
import { firmActs } from './firm-acts.ts'
import { personActs } from './person-acts.ts'

/** Changes nothing. */
export const reads: readonly string[] = [
  'firm list',
  'firm show',
  'firm texting show',
  'firm texting history',
  'firm directory show',
  'firm sign-in show',
  'advisor list',
  'advisor show',
  'advisor handovers',
  'person list',
  'number list',
  'number show',
  'app list',
  'app show',
  'app webhook list',
  'app webhook show',
  'app webhook deliveries',
  'key list',
  'grant list',
  'keys list',
  'secret check',
  'carrier list',
  'log status',
  'log prove',
  'log keys',
  'verify',
  'carrier show',
  'consent show',
  'outbox status',
  'outbox list',
  'outbox holds',
  'content list',
]

export const exempt: Readonly<Record<string, string>> = {
  api: 'runs a process; what it is asked to do has its own entries',
  worker: 'runs a process; what it does has its own entries',
  sealer: 'runs a process; it orders entries and writes none',
  simulator: 'runs a process of a sandbox',
  'witness init': 'belongs to whoever watches the log of an installation, and has no journal',
  'witness add-log': 'as witness init',
  'witness run': 'as witness init',
  'witness show': 'as witness init',
  migrate: 'changes the schema; the table of migrations says which and when',
  dev: 'fills a sandbox through the same functions, with system as the actor',
  'app webhook test': 'posts one event to an address that is on record; nothing but its success is stored',
  'carrier test': 'connects and leaves again; nothing is stored',
}

/** They need a PostgreSQL with pgBackRest, or a domain; backups.test.ts and firm-sign-in.test.ts find their entries. */
export const actsElsewhere: readonly string[] = ['backup check', 'backup drill', 'firm sign-in verify-domain']

/** Results of earlier commands that later ones need; the test fills them in. */
export const ids = { clientId: '', keyId: '', grantId: '', endpointId: '', messageId: '', folder: '' }
export const password = `a long and unusual ${randomBytes(6).toString('hex')}`
export const carrierPassword = randomBytes(4).toString('hex')
export const phone = '+12025550188'

/** Ordered so that each command finds what it needs. */
export const acts: readonly Act[] = [
  ...firmActs,
  {
    command: 'advisor add',
    args: () => [
      'avery',
      '--name=Avery',
      '--email=avery@harbor.example',
      '--time-zone=UTC',
      '--firm=Harbor Wealth',
      '--no-password',
    ],
    kind: 'advisor.added',
    owner: 'advisor',
  },
  {
    command: 'advisor set',
    args: () => ['avery', '--password-stdin'],
    input: `${password}\n`,
    kind: 'advisor.changed',
    owner: 'advisor',
  },
  { command: 'advisor disable', args: () => ['avery'], kind: 'advisor.changed', owner: 'advisor' },
  { command: 'advisor enable', args: () => ['avery'], kind: 'advisor.changed', owner: 'advisor' },
  { command: 'advisor unlock', args: () => ['avery'], kind: 'sign_in.unlocked', owner: 'advisor' },
  { command: 'advisor sign-out', args: () => ['avery'], kind: 'sessions.ended', owner: 'advisor' },
  {
    command: 'advisor consent',
    args: () => ['avery', 'required'],
    kind: 'texting.changed',
    owner: 'advisor',
  },
  ...personActs,
  {
    command: 'number add',
    args: () => ['+12025550123', '--advisor=avery'],
    kind: 'number.added',
    owner: 'advisor',
  },
  { command: 'number disable', args: () => ['+12025550123'], kind: 'number.changed', owner: 'advisor' },
  { command: 'number enable', args: () => ['+12025550123'], kind: 'number.changed', owner: 'advisor' },
  { command: 'number pace', args: () => ['+12025550123', '5'], kind: 'number.paced', owner: 'advisor' },
  {
    command: 'app add',
    args: () => [
      'CRM',
      '--grant-type=client_credentials',
      '--scope=text.messaging.write,events.manage',
      '--format=json',
    ],
    kind: 'application.added',
    owner: 'installation',
  },
  {
    command: 'app set',
    args: () => [ids.clientId, '--name=Northwind CRM'],
    kind: 'application.changed',
    owner: 'installation',
  },
  {
    command: 'app rotate-secret',
    args: () => [ids.clientId, '--format=json'],
    kind: 'application.secret_rotated',
    owner: 'installation',
  },
  {
    command: 'app console',
    args: () => [ids.clientId, '--format=json'],
    kind: 'console.link_created',
    owner: 'installation',
  },
  {
    command: 'app authorize',
    args: () => [ids.clientId, '--firm=Harbor Wealth'],
    kind: 'authorization.given',
    owner: 'firm',
  },
  {
    command: 'app unauthorize',
    args: () => [ids.clientId, '--firm=Harbor Wealth'],
    kind: 'authorization.revoked',
    owner: 'firm',
  },
  {
    command: 'app disable',
    args: () => [ids.clientId],
    kind: 'application.changed',
    owner: 'installation',
  },
  { command: 'app enable', args: () => [ids.clientId], kind: 'application.changed', owner: 'installation' },
  {
    command: 'app webhook add',
    args: () => [ids.clientId, '--url=https://crm.example.com/hooks', '--format=json'],
    kind: 'endpoint.added',
    owner: 'installation',
  },
  {
    command: 'app webhook set',
    args: () => [ids.clientId, ids.endpointId, '--type=message.*'],
    kind: 'endpoint.changed',
    owner: 'installation',
  },
  {
    command: 'app webhook rotate-secret',
    args: () => [ids.clientId, ids.endpointId, '--format=json'],
    kind: 'endpoint.secret_rotated',
    owner: 'installation',
  },
  ...['pause', 'resume'].map(verb => ({
    command: `app webhook ${verb}`,
    args: () => [ids.clientId, ids.endpointId],
    kind: 'endpoint.changed',
    owner: 'installation' as const,
  })),
  {
    command: 'app webhook replay',
    args: () => [ids.clientId, ids.endpointId, '--from=2026-01-31'],
    kind: 'endpoint.changed',
    owner: 'installation',
  },
  {
    command: 'app webhook remove',
    args: () => [ids.clientId, ids.endpointId],
    kind: 'endpoint.deleted',
    owner: 'installation',
  },
  {
    command: 'key add',
    args: () => [`--app=${ids.clientId}`, '--format=json'],
    kind: 'api_key.added',
    owner: 'installation',
  },
  { command: 'key revoke', args: () => [ids.keyId], kind: 'api_key.revoked', owner: 'installation' },
  { command: 'grant revoke', args: () => [ids.grantId], kind: 'grant.revoked', owner: 'advisor' },
  { command: 'keys rotate', args: () => [], kind: 'signing_key.rotated', owner: 'installation' },
  { command: 'secret rotate', args: () => [], kind: 'secret_key.rotated', owner: 'installation' },
  {
    command: 'carrier add',
    args: () => [
      'acme',
      '--kind=smpp',
      '--host=smpp.example',
      '--port=2775',
      '--system-id=parley',
      '--password-stdin',
    ],
    input: `${carrierPassword}\n`,
    kind: 'carrier.added',
    owner: 'installation',
  },
  {
    command: 'carrier set',
    args: () => ['acme', '--pace=5'],
    kind: 'carrier.changed',
    owner: 'installation',
  },
  { command: 'carrier pause', args: () => ['acme'], kind: 'carrier.changed', owner: 'installation' },
  { command: 'carrier resume', args: () => ['acme'], kind: 'carrier.changed', owner: 'installation' },
  { command: 'carrier retire', args: () => ['acme'], kind: 'carrier.retired', owner: 'installation' },
  { command: 'carrier restore', args: () => ['acme'], kind: 'carrier.restored', owner: 'installation' },
  {
    command: 'carrier route',
    args: () => ['acme', '+12025550123'],
    kind: 'carrier.routed',
    owner: 'installation',
  },
  {
    command: 'contacts import',
    args: () => [join(ids.folder, 'contacts.csv'), '--advisor=avery'],
    kind: 'contact.created',
    owner: 'advisor',
  },
  {
    command: 'contacts export',
    args: () => ['--advisor=avery', `--output=${join(ids.folder, 'out.csv')}`],
    kind: 'contacts.exported',
    owner: 'advisor',
  },
  {
    command: 'content import',
    args: () => [join(ids.folder, 'content.csv'), '--firm=Harbor Wealth'],
    kind: 'content.imported',
    owner: 'firm',
  },
  { command: 'outbox retry', args: () => [ids.messageId], kind: 'message.retried', owner: 'advisor' },
  {
    command: 'outbox hold',
    args: () => ['--firm=Harbor Wealth', '--reason=A complaint'],
    kind: 'sending.held',
    owner: 'firm',
  },
  {
    command: 'outbox drop',
    args: () => ['--firm=Harbor Wealth', '--reason=Not written by the firm'],
    kind: 'sending.dropped',
    owner: 'firm',
  },
  {
    command: 'outbox release',
    args: () => ['--firm=Harbor Wealth'],
    kind: 'sending.released',
    owner: 'firm',
  },
  {
    command: 'consent opt-out',
    args: () => [phone, '--advisor=avery', '--note=On the phone'],
    kind: 'consent.revoked',
    owner: 'advisor',
  },
  {
    command: 'advisor hand-over',
    args: () => ['avery', '--to=blake', '--notice'],
    kind: 'advisor.handed_over',
    owner: 'advisor',
  },
  {
    command: 'number set',
    args: () => ['+12025550123', '--advisor=blake'],
    kind: 'number.changed',
    owner: 'advisor',
  },
  { command: 'firm disable', args: () => ['Harbor Wealth'], kind: 'firm.changed', owner: 'firm' },
  { command: 'firm enable', args: () => ['Harbor Wealth'], kind: 'firm.changed', owner: 'firm' },
  {
    command: 'evidence export',
    args: () => ['--advisor=avery', `--output=${join(ids.folder, 'evidence.zip')}`],
    kind: 'evidence.exported',
    owner: 'advisor',
  },
  { command: 'log check', args: () => [], kind: 'log.checked', owner: 'installation' },
  { command: 'log adopt', args: () => [], kind: 'log.adoption_ordered', owner: 'installation' },
  {
    command: 'recover',
    args: () => ['--seen=1000000'],
    kind: 'installation.restored',
    owner: 'installation',
  },
]
