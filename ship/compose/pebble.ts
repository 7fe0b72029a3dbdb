import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../common/run.ts'
import { words } from '../common/words.ts'

/** Settings and certificates of an ACME server that compose's Caddy gets its certificate from. */
export async function configurePebble(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const at = (name: string): string => join(folder, name)
  const key = '-newkey rsa:2048 -nodes -days 2'
  await run(
    'openssl',
    words(`req -x509 ${key} -subj /CN=pebble-ca -keyout ${at('ca.key')} -out ${at('ca.crt')}`),
  )
  await run(
    'openssl',
    words(`req ${key} -subj /CN=pebble -keyout ${at('pebble.key')} -out ${at('pebble.csr')}`),
  )
  await writeFile(at('names'), 'subjectAltName=DNS:pebble')
  const signing = `x509 -req -days 2 -in ${at('pebble.csr')} -CA ${at('ca.crt')} -CAkey ${at('ca.key')} -CAcreateserial`
  await run('openssl', words(`${signing} -extfile ${at('names')} -out ${at('pebble.crt')}`))
  const pebble = {
    listenAddress: '0.0.0.0:14000',
    managementListenAddress: '0.0.0.0:15000',
    certificate: '/etc/pebble/pebble.crt',
    privateKey: '/etc/pebble/pebble.key',
    httpPort: 80,
    tlsPort: 443,
  }
  await writeFile(at('config.json'), JSON.stringify({ pebble }))
  await run('chmod', ['-R', 'a+rX', folder])
}
