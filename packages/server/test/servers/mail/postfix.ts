// Debian's Postfix as a private instance: it takes mail over STARTTLS only, and delivers it into a folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../processes/free-port.ts'
import { createCertificate } from './mail-server.ts'

const program = '/usr/sbin/postfix'
/** It drops its rights itself, for which it has to begin as root. */
export const canRunPostfix = existsSync(program) && process.getuid?.() === 0

/** Of nobody. */
const mailboxId = 65_534

export interface Postfix {
  readonly url: string
  /** The certificate that clients have to trust, and a file with it. */
  readonly ca: string
  readonly caFile: string
  /** Everything it logged so far. */
  readonly log: () => string
  /** What was delivered, as it lies in the mailbox: with the headers that Postfix added. */
  readonly delivered: () => Promise<string[]>
  /** Deletes what was delivered. */
  readonly empty: () => Promise<void>
  /** These recipients get 450 from now on. */
  readonly defer: (recipients: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** It knows every recipient of `known`, and of `empty` none, which it answers with its own 550. */
export async function startPostfix(domains: {
  readonly known: string
  readonly empty: string
}): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-postfix-'))
  const at = (name: string): string => join(folder, name)
  // Its processes run as other users and have to reach their files.
  await chmod(folder, 0o755)
  for (const name of ['config', 'queue', 'data', 'mail']) await mkdir(at(name))
  const [userId = 0, groupId = 0] = ['-u', '-g'].map(which =>
    Number(execFileSync('id', [which, 'postfix']).toString()),
  )
  await chown(at('data'), userId, groupId)
  await chown(at('mail'), mailboxId, mailboxId)
  const { key, cert } = createCertificate()
  await writeFile(at('key.pem'), key, { mode: 0o600 })
  await writeFile(at('cert.pem'), cert)
  await writeFile(at('access'), '')
  const port = await freePort()
  await writeFile(at('config/main.cf'), settings(folder, domains))
  await writeFile(at('config/master.cf'), services(port))

  const log = (): string => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8') : '')
  const child = spawn(program, ['-c', at('config'), 'start-fg'], { stdio: 'ignore' })
  // A test that fails before it closes must leave no process behind.
  const end = (): void => endMaster(at('queue/pid/master.pid'))
  process.once('exit', end)
  await started(child, log)

  return {
    url: `smtp://127.0.0.1:${port}`,
    ca: cert,
    caFile: at('cert.pem'),
    log,
    delivered: async () => {
      const inbox = at('mail/inbox/new')
      const names = existsSync(inbox) ? (await readdir(inbox)).toSorted() : []
      return Promise.all(names.map(name => readFile(join(inbox, name), 'utf8')))
    },
    empty: () => rm(at('mail/inbox'), { recursive: true, force: true }),
    defer: recipients =>
      writeFile(at('access'), recipients.map(each => `${each} 450 4.2.1 The mailbox is busy\n`).join('')),
    close: async () => {
      process.off('exit', end)
      const isOver = once(child, 'close')
      end()
      await isOver
      await rm(folder, { recursive: true })
    },
  }
}

const settings = (folder: string, { known, empty }: { readonly known: string; readonly empty: string }) => `
compatibility_level = 3.6
myhostname = mx.${known}
mydestination =
mynetworks =
local_recipient_maps =
alias_maps =
queue_directory = ${folder}/queue
data_directory = ${folder}/data
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_received_header = yes
smtpd_recipient_restrictions = check_recipient_access texthash:${folder}/access, reject_unauth_destination
# Each connection has a process of its own, which reads the file above anew.
max_use = 1
virtual_mailbox_domains = ${known}, ${empty}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = inline:{ @${known}=inbox/ }
virtual_uid_maps = static:${mailboxId}
virtual_gid_maps = static:${mailboxId}
`

/** As Debian's, without the jails of chroot, which would need files of the machine below the queue. */
const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`

/** What was spawned is a script. Its daemon has a session of its own, which ends with it. */
function endMaster(pidFile: string): void {
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM')
}

async function started(child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!/daemon started/.test(log())) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`Postfix did not start:\n${log()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
