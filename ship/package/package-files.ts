/** A conffile: dpkg keeps what the operator changed. */
export const environmentFile = `# Settings of Parley; all of them: /usr/share/doc/parley/configuration.md. The lines are NAME=value, without a shell's rules.
# Secrets do not belong here but into files of /etc/parley/credentials, which only root can read:
#   database-url, database-owner-url, sealer-database-url   the PostgreSQL URLs of the three roles
#   secret-key                                              written by the installation; keep a copy apart from the database
#   former-secret-keys, database-next-password,
#   sealer-database-next-password                           empty, except while a secret is replaced
PARLEY_ENVIRONMENT=production
PUBLIC_ORIGIN=https://texting.example.org
LOG_ORIGIN=texting.example.org/log
HOST=127.0.0.1
`

export const sysusers = 'u parley - "Parley" /var/lib/parley\n'

/** Operator commands with the settings of the processes. */
export const program = `#!/bin/sh
for credential in database-url:DATABASE_URL database-owner-url:DATABASE_OWNER_URL sealer-database-url:SEALER_DATABASE_URL secret-key:PARLEY_SECRET_KEY former-secret-keys:PARLEY_FORMER_SECRET_KEYS database-next-password:DATABASE_NEXT_PASSWORD sealer-database-next-password:SEALER_DATABASE_NEXT_PASSWORD; do
  file=/etc/parley/credentials/\${credential%%:*}
  [ -r "$file" ] && export "\${credential#*:}_FILE=$file"
done
export LOG_DIRECTORY=/var/lib/parley/log LOG_KEY_FILE=/var/lib/parley/key/log
exec /opt/parley/bin/node --env-file-if-exists=/etc/parley/parley.env /opt/parley/packages/server/dist/main.js "$@"
`
