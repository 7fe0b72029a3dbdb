// The three proxy configurations of docs/operations.md, unchanged, in front of a production api.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request as requestPlain, type Server } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))
const host = 'texting.example.org'

let folder: string
let api: ChildProcess
/** Between the proxy and the api: records the headers that the proxy sets about the caller. */
let upstream: Server
let forwarded: string | undefined
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-tls-'))
  const key = join(folder, 'texting.key')
  const certificate = join(folder, 'texting.crt')
  const options = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${host} -addext subjectAltName=DNS:${host}`
  await run('openssl', [...options.split(' '), '-keyout', key, '-out', certificate])
  await writeFile(
    join(folder, 'texting.pem'),
    Buffer.concat([await readFile(certificate), await readFile(key)]),
  )
  const port = await freePort()
  api = spawn(process.execPath, [main, 'api'], {
    env: {
      PATH: process.env['PATH'],
      PARLEY_ENVIRONMENT: 'production',
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_ORIGIN: `https://${host}`,
      TRUSTED_PROXIES: '127.0.0.1',
      // No page below needs a database.
      DATABASE_URL: 'postgres://parley_app@127.0.0.1:1/parley',
      PORT: String(port),
      METRICS_PORT: '0',
    },
    stdio: 'ignore',
  })
  upstream = createServer((incoming, outgoing) => {
    forwarded = incoming.headers['x-forwarded-for']?.toString()
    if (incoming.url === '/app/api/events') {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
      return
    }
    const { method, url, headers } = incoming
    const onward = requestPlain({ port, host: '127.0.0.1', method, path: url, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok)
})
afterAll(async () => {
  for (const child of [...running, api]) child.kill('SIGKILL')
  upstream.closeAllConnections()
  upstream.close()
  await rm(folder, { recursive: true })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await holds().catch(() => false)) return
    await sleep(50)
  }
  throw new Error('did not happen within 10 s')
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

const proxies = {
  caddy: { file: 'Caddyfile', command: (file: string) => ['caddy', 'run', '--config', file] },
  nginx: { file: 'nginx.conf', command: (file: string) => ['nginx', '-c', file, '-p', folder] },
  haproxy: { file: 'haproxy.cfg', command: (file: string) => ['haproxy', '-f', file] },
} as const

/** The configuration block of the documentation, with the ports and files of this test. */
async function configuration(
  name: keyof typeof proxies,
  ports: { http: number; https: number },
): Promise<string> {
  const page = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const block = new RegExp(`\`\`\`${name}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''
  const { port } = upstream.address() as AddressInfo
  const adapted = block
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll('/etc/ssl/', `${folder}/`)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`)
    .replace('bind :80', `bind 127.0.0.1:${ports.http}`)
    .replace('bind :443', `bind 127.0.0.1:${ports.https}`)
  switch (name) {
    case 'caddy':
      return `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tdefault_bind 127.0.0.1\n}\n${adapted}`
    case 'nginx':
      return `user root;\ndaemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\n${adapted}}\n`
    case 'haproxy':
      return adapted
  }
}

describe.each(Object.keys(proxies) as (keyof typeof proxies)[])('%s', name => {
  let ports: { http: number; https: number }
  let ca: Buffer

  beforeAll(async () => {
    const http = await freePort()
    ports = { http, https: http + 1 }
    ca = await readFile(join(folder, 'texting.crt'))
    const { file, command } = proxies[name]
    const path = join(folder, file)
    await writeFile(path, await configuration(name, ports))
    const [program = '', ...parameters] = command(path)
    const child = spawn(program, parameters, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
    running.push(child)
    await until(async () => (await ask('/healthz')).status === 200)
  })

  function ask(path: string, options: RequestOptions = {}, body?: Buffer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const asked = request(
      {
        host: '127.0.0.1',
        port: ports.https,
        servername: host,
        ca,
        path,
        agent: false,
        ...options,
        headers: { host, ...options.headers },
      },
      answer => {
        answer.resume()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      },
    )
    asked.on('error', reject).end(body)
    return promise
  }

  it('serves TLS and sets Strict-Transport-Security', async () => {
    const page = await ask('/app/sign-in')
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/)
    expect((await ask('/metrics')).status).toBe(404)
  })

  it('redirects http to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/docs`, {
      redirect: 'manual',
      headers: { host },
    })
    expect([301, 308]).toContain(answer.status)
    expect(answer.headers.get('location')).toMatch(/^https:\/\//)
  })

  it('sets the client address itself, whatever the caller claims', async () => {
    await ask('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(forwarded).toBe('127.0.0.1')
  })

  it('forwards events without buffering', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const asked = request(
      {
        host: '127.0.0.1',
        port: ports.https,
        servername: host,
        ca,
        path: '/app/api/events',
        headers: { host },
      },
      answer => answer.once('data', chunk => resolve(String(chunk))),
    )
    asked.on('error', reject).end()
    expect(await promise).toBe('data: first\n\n')
    asked.destroy()
  })

  it('accepts contact files', async () => {
    const size = 5 * 1024 * 1024
    const headers = { 'content-type': 'text/csv', 'content-length': size }
    const answer = await ask(
      '/app/api/contact-imports?fileName=a.csv',
      { method: 'POST', headers },
      Buffer.alloc(size),
    )
    // Nobody is signed in; the point is that the api refuses it, not the proxy because of its size.
    expect([401, 403]).toContain(answer.status)
  })
})
