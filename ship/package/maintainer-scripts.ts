// dpkg runs these as root. Units are started by the operator after the first installation, because they need settings first.

const units = 'parley-api.service parley-worker.service parley-sealer.service'

const postinst = `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
systemd-sysusers parley.conf
install -d -m 0755 -o root -g root /var/lib/parley
install -d -m 0755 -o parley -g parley /var/lib/parley/log
install -d -m 0700 -o parley -g parley /var/lib/parley/key
install -d -m 0700 -o root -g root /etc/parley/credentials
secret=/etc/parley/credentials/secret-key
if [ ! -e "$secret" ]; then
  (umask 077 && /opt/parley/bin/node -p 'crypto.randomBytes(32).toString("base64")' > "$secret")
fi
# Empty except while a secret is replaced: systemd does not start a unit without one of its credentials.
for name in former-secret-keys database-next-password sealer-database-next-password; do
  file=/etc/parley/credentials/$name
  if [ ! -e "$file" ]; then (umask 077 && : > "$file"); fi
done
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -n "$2" ]; then
    systemctl try-restart parley-migrate.service || true
    systemctl try-restart ${units} || true
  fi
fi
if [ -z "$2" ]; then
  echo 'Parley is installed. Put its settings into /etc/parley/parley.env and the database URLs into'
  echo '/etc/parley/credentials, then: systemctl enable --now parley.target'
fi
`

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now parley.target ${units} parley-migrate.service || true
fi
`

/** The published log and its signing key are evidence: they stay even after a purge. */
const postrm = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
if [ "$1" = purge ]; then
  rm -rf /etc/parley
  if [ -d /var/lib/parley/key ]; then echo 'The sealed log and its keys stay in /var/lib/parley.'; fi
fi
`

export const maintainerScripts = { postinst, prerm, postrm } as const
