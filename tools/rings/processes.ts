import type { LongRun } from './long-run.ts'

const test = 'packages/server/test'

/** Processes that are killed or replaced, and other programs that a server talks to. */
export const processes: readonly LongRun[] = [
  {
    name: 'jobs after kill -9',
    ring: 2,
    guards: ['platform/jobs', 'addressbook', 'texting/handover'],
    files: [`${test}/processes/crash-jobs.test.ts`],
  },
  {
    name: 'dispatchers that take over',
    ring: 2,
    guards: ['delivery', 'carriers', 'simulator'],
    files: [`${test}/processes/live-processes.test.ts`],
  },
  {
    name: 'kills of an api',
    ring: 2,
    guards: ['texting/sending', 'platform'],
    files: [`${test}/processes/crash-api.test.ts`],
  },
  {
    name: 'parley dev',
    ring: 2,
    guards: ['cli/sandbox', 'cli/commands/dev.ts', 'config'],
    files: [`${test}/processes/dev{,-without-postgresql}.test.ts`],
  },
  {
    name: 'passwords replaced under load',
    ring: 2,
    guards: ['platform/db', 'platform/jobs'],
    files: [`${test}/processes/password-rotation.test.ts`],
    isAlone: true,
  },
  {
    name: 'backups',
    ring: 2,
    guards: ['recovery', 'platform/highwater'],
    files: [`${test}/processes/backups.test.ts`],
    packages: ['pgbackrest'],
  },
  {
    name: 'a pooler',
    ring: 2,
    guards: ['platform/db', 'platform/condition'],
    files: [`${test}/processes/pooler.test.ts`],
    packages: ['pgbouncer'],
  },
  {
    name: 'counters in Redis',
    ring: 2,
    guards: ['identity/access'],
    files: ['packages/server/src/identity/access/usage/{redis-counter,limits-on-redis}.test.ts'],
    packages: ['redis-server'],
    isAlone: true,
  },
  {
    name: 'a mail server',
    ring: 2,
    guards: ['platform/mail'],
    files: [`${test}/servers/mail/postfix.test.ts`],
    packages: ['postfix'],
  },
  {
    name: 'another provider for a firm’s sign-in',
    ring: 2,
    guards: ['identity/firm'],
    files: ['packages/server/src/identity/firm/sign-in/lemonldap.test.ts'],
    packages: [
      'lemonldap-ng',
      'libgd-perl',
      'libgd-securityimage-perl',
      'libimage-magick-perl',
      'libio-string-perl',
      'libmime-tools-perl',
      'libemail-sender-perl',
      'libstring-random-perl',
    ],
  },
  {
    name: 'carriers’ peers',
    ring: 2,
    guards: ['carriers', 'platform/smpp', 'simulator'],
    files: [`${test}/smpp/{kannel,perl-smsc,tshark}.test.ts`],
    packages: ['kannel', 'tshark', 'libnet-smpp-perl'],
  },
  {
    name: 'carrier faults and order',
    ring: 2,
    guards: ['carriers', 'platform/smpp', 'delivery'],
    files: [`${test}/smpp/{faults,order}.test.ts`],
    isAlone: true,
  },
  {
    name: 'TLS proxies',
    ring: 2,
    guards: ['platform/http', 'app.ts', '/deploy'],
    files: ['e2e/tls.test.ts'],
    packages: ['nginx-light', 'caddy', 'haproxy'],
  },
  {
    name: 'the checksum database of Go',
    ring: 2,
    guards: ['sealing', '/packages/evidence/src', 'witness'],
    files: ['packages/evidence/test/sumdb.test.ts'],
    packages: ['golang-go', 'golang-golang-x-mod-dev'],
  },
  {
    name: 'alerts',
    ring: 2,
    guards: ['/watch', 'platform/telemetry'],
    files: ['watch/rules.test.ts', 'watch/live.test.ts'],
    packages: ['prometheus'],
  },
  {
    name: 'time limits',
    ring: 2,
    guards: ['platform/http', 'platform/threads', 'content', 'identity/sign-in'],
    files: [
      'packages/server/src/content/size.test.ts',
      `${test}/hostile-input.test.ts`,
      `${test}/import-delays-no-text.test.ts`,
    ],
    isAlone: true,
  },
]
