import type { LongRun } from '../tools/rings/long-run.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'

type Defect = Pick<Mutation, 'file' | 'search' | 'replacement'>

const src = 'packages/server/src'

/** The defect in a guarded room that shows that a long run of ring 2 can fail. */
export function plantedFor({ name }: LongRun): Defect {
  const planted = plantedFailures[name]
  const defect = typeof planted === 'string' ? mutations.find(mutation => mutation.name === planted) : planted
  if (!defect) throw new Error(`${name}: no defect is planted for this run`)
  return defect
}

/** By the name of the run: a defect, or the name of a mutation that is one. */
const plantedFailures: Readonly<Record<string, Defect | string>> = {
  'jobs after kill -9': 'a job whose process is gone runs elsewhere',
  'dispatchers that take over': {
    file: `${src}/delivery/replies/decide-reply.ts`,
    search: `  yes: 'yes',\n`,
    replacement: '  yes: undefined,\n',
  },
  'kills of an api': {
    file: `${src}/texting/sending/accept-sends.ts`,
    search: '  tx.sendWithCommit(storeNewResponses(tx, answered))\n',
    replacement: '  void [storeNewResponses, answered]\n',
  },
  'parley dev': {
    file: `${src}/cli/sandbox/seed-sandbox.ts`,
    search: '  await seedTextingPolicy(database, firmIds)\n',
    replacement: '  void [seedTextingPolicy, firmIds]\n',
  },
  'passwords replaced under load': 'a process changes to the next database password',
  backups: {
    file: `${src}/recovery/backups/check-backup.ts`,
    search: `    ...(drillSeconds === null ? ['no drill has gone well yet'] : []),\n`,
    replacement: '',
  },
  'a pooler': {
    file: `${src}/platform/db/abandon.ts`,
    search: 'connection.cancel(processID, secretKey)',
    replacement: 'connection.cancel(processID, secretKey + 1)',
  },
  'counters in Redis': 'the request on which Redis fails is counted',
  'a mail server': {
    file: `${src}/platform/mail/create-smtp-mailer.ts`,
    search: 'responseCode >= 500',
    replacement: 'responseCode >= 400',
  },
  'another provider for a firm’s sign-in': {
    file: `${src}/identity/firm/sign-in/start-firm-sign-in.ts`,
    search: `scope: 'openid email profile'`,
    replacement: `scope: 'openid'`,
  },
  'carriers’ peers': {
    file: `${src}/platform/smpp/session/connection.ts`,
    search: 'setInterval(beat, enquireLinkMs)',
    replacement: 'setInterval(beat, enquireLinkMs * 1_000)',
  },
  'carrier faults and order': 'a text in doubt holds back the next one to the same recipient',
  'TLS proxies': {
    file: `${src}/platform/http/pages/page-headers.ts`,
    search: `publicOrigin.startsWith('https:')`,
    replacement: `publicOrigin.startsWith('ftp:')`,
  },
  'the checksum database of Go': {
    file: 'packages/evidence/src/tree/inclusion.ts',
    search: 'siblings.push(nodesOf(start, middle))',
    replacement: 'siblings.push(nodesOf(start, end))',
  },
  alerts: {
    file: 'watch/alerts/database-alerts.ts',
    search: `comparison: '< 300000000'`,
    replacement: `comparison: '< 200000000'`,
  },
  'time limits': {
    file: `${src}/platform/http/headers.ts`,
    search: 'const seen = new Set<string>()',
    replacement: 'const seen = new Set<string>(Array.from({ length: 500_000 }, String))',
  },
  'the app: what an advisor does': {
    file: `${src}/addressbook/search/search-words.ts`,
    search: `token.replaceAll('(0)', '').replace(/\\D/g, '')`,
    replacement: 'token',
  },
  'the app: keyboard and every page': {
    file: 'packages/web/src/app/shell.tsx',
    search: `void navigate({ to: '/new' })`,
    replacement: `void navigate({ to: '/contacts' })`,
  },
  'the app: mishaps': {
    file: 'packages/web/src/features/compose/drafts.ts',
    search: `text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text`,
    replacement: `text.startsWith(sent.text) ? '' : text`,
  },
  'sign-in in a browser': {
    file: `${src}/identity/sign-in/pages/sign-in-page.ts`,
    search: '<label for="password">Password</label>',
    replacement: '<label>Password</label>',
  },
  'the console of a firm': {
    file: `${src}/console/overview/fold-journal.ts`,
    search: '    await foldEntries(tx, [cursor.position, next])\n',
    replacement: '    void foldEntries\n',
  },
  'the developers’ console': {
    file: `${src}/webhooks/console/pages/render-frame.ts`,
    search: '<nav aria-label="Console">',
    replacement: '<nav aria-labelledby="nothing" role="img">',
  },
  'the reference in a browser': {
    file: `${src}/reference/article-page.ts`,
    search: '<html lang="en">',
    replacement: '<html>',
  },
  'the verifier’s page': {
    file: 'packages/evidence/src/verify/check-inclusion.ts',
    search: '    if (!equalBytes(hash, inLog))\n',
    replacement: '    if (!equalBytes(hash, hash))\n',
  },
  'the guides': {
    file: 'docs/partner/start.md',
    search: 'outcome: sent\n',
    replacement: 'outcome: delivered\n',
  },
  'a partner’s program': {
    file: 'packages/sdk/src/with-retries.ts',
    search: 'retryAfterSeconds * 1_000',
    replacement: 'retryAfterSeconds * 10',
  },
  'faults under load': 'a claim looks at the opt-out',
  'events under faults': 'events at the end of a page are followed by the next one',
  'lost disks': {
    file: `${src}/platform/highwater/judge-database.ts`,
    search: `return isCertain ? 'trusted' : 'unsure'`,
    replacement: `return 'unsure'`,
  },
  'failover by Patroni': {
    file: 'deploy/patroni/haproxy.cfg',
    search: 'option httpchk GET /primary',
    replacement: 'option httpchk GET /replica',
  },
  restores: {
    file: `${src}/recovery/steps.ts`,
    search: '[JSON.stringify(targets)]',
    replacement: `['{}']`,
  },
  'the sealed log under faults': {
    file: `${src}/sealing/sequence/copy-to-log.ts`,
    search: '    if (rows.length > 0) await appendBatch(tx, tree, rows)\n',
    replacement: '    if (rows.length > 1) await appendBatch(tx, tree, rows.slice(1))\n',
  },
  'an upgrade under load': {
    file: `${src}/platform/db/migrate.ts`,
    search: `error.code === '55P03'`,
    replacement: `error.code === '00000'`,
  },
  'bench: accepting texts': {
    file: `${src}/identity/access/decide-access.ts`,
    search: 'key.applicationId !== row.applicationId',
    replacement: 'key.applicationId === row.applicationId',
  },
  'bench: the address book': {
    file: `${src}/addressbook/contacts/queries.ts`,
    search: 'from contact where advisor_id = $1 and id = $2`,',
    replacement: 'from contact where advisor_id = $1 and id = -$2`,',
  },
  'bench: the app': {
    file: `${src}/texting/conversations/get-thread.ts`,
    search: '  if (!known) throw noConversation()\n',
    replacement: '  if (known) throw noConversation()\n',
  },
  'bench: the overview': {
    file: `${src}/console/overview/fold-journal.ts`,
    search: '    await moveCursor(tx, [next])\n',
    replacement: '    await moveCursor(tx, [next - 1])\n',
  },
  'bench: partitions': {
    file: 'bench/partitions/main.ts',
    search: 'day += 30',
    replacement: 'day += 3_000',
  },
  'bench: SMPP': {
    file: `${src}/carriers/smpp/submission.ts`,
    search: `      return { verdict: 'taken' }\n`,
    replacement: `      return rejected('blocked', true)\n`,
  },
  'bench: webhooks': {
    file: `${src}/webhooks/calls/attempt-delivery.ts`,
    search: 'status >= 200 && status < 300',
    replacement: 'status >= 400',
  },
  'the image, twice, and the Dockerfile': {
    file: 'ship/image/build-image.ts',
    search: `'--timestamp', epoch, container`,
    replacement: 'container',
  },
}
