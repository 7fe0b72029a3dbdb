import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../common/run.ts'
import { words } from '../common/words.ts'

/** What compose.yaml uses of the official postgres image: the password, the scripts of a first start, and the command. */
const postgresEntrypoint = `#!/bin/bash
set -eu
export PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown postgres "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --pwfile=<(printf '%s\\n' "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl start -w -o "-c listen_addresses='' -c unix_socket_directories=/tmp"
  for script in /docker-entrypoint-initdb.d/*.sql; do psql -v ON_ERROR_STOP=1 -h /tmp -U postgres -f "$script"; done
  pg_ctl stop -w -m fast
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp
`

export const standIns = {
  postgres: 'localhost/parley-standin-postgres:ci',
  caddy: 'localhost/parley-standin-caddy:ci',
  pebble: 'localhost/parley-standin-pebble:ci',
} as const

/** Images of the programs that compose.yaml takes from a registry, and of an ACME server, from Debian's packages. */
export async function buildStandIns(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'stand-ins.tar')
  const entrypoint = join(folder, 'postgres-entrypoint')
  const include = '--include=postgresql-15,caddy,pebble,ca-certificates,util-linux'
  await run('mmdebstrap', ['--quiet', '--variant=minbase', include, 'bookworm', archive])
  await writeFile(entrypoint, postgresEntrypoint)
  const container = await run('buildah', ['from', 'scratch'])
  try {
    await run('buildah', ['add', '--quiet', container, archive, '/'])
    await run('buildah', [
      'copy',
      '--quiet',
      '--chmod',
      '755',
      container,
      entrypoint,
      '/usr/local/bin/entrypoint',
    ])
    await run('buildah', words(`config --env PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin ${container}`))
    const variants = {
      postgres: ['["entrypoint"]', 'postgres'],
      caddy: ['["caddy"]', 'run --config /etc/caddy/Caddyfile --adapter caddyfile'],
      pebble: ['["pebble"]', '-config /etc/pebble/config.json'],
    } as const
    for (const [name, [entry, command]] of Object.entries(variants)) {
      await run('buildah', ['config', '--entrypoint', entry, '--cmd', command, container])
      await run('buildah', ['commit', '--quiet', container, standIns[name as keyof typeof standIns]])
    }
  } finally {
    await run('buildah', ['rm', container])
    await rm(archive, { force: true })
  }
}
