// Nothing on a private network can be reached through an address that a stranger chose, by http or by https.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlain, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, buildConnector, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outgoingAddressMistake } from './outgoing-address.ts'
import { AddressRefusedError, createOutgoingAgent } from './outgoing-agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'outgoing-'))
let connections = 0
const servers: Server[] = []
const ports = { http: 0, https: 0 }
let certificate: string

beforeAll(async () => {
  const keyFile = join(folder, 'key.pem')
  const certificateFile = join(folder, 'cert.pem')
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=hooks.example.test -addext subjectAltName=DNS:hooks.example.test -keyout ${keyFile} -out ${certificateFile}`.split(
      ' ',
    ),
  )
  certificate = readFileSync(certificateFile, 'utf8')
  const key = readFileSync(keyFile, 'utf8')
  const answer = (_: unknown, response: { end: (text: string) => void }): void => response.end('reached')
  servers.push(createPlain(answer), createSecure({ key, cert: certificate }, answer))
  for (const [index, server] of servers.entries()) {
    server.on('connection', () => (connections += 1))
    // Every interface, IPv4 and IPv6: a connection to any address of this machine would be counted.
    await new Promise<void>(resolve => server.listen(0, '::', resolve))
    ports[index === 0 ? 'http' : 'https'] = (server.address() as AddressInfo).port
  }
})
afterAll(async () => {
  for (const server of servers) await new Promise(resolve => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const schemes = ['http', 'https'] as const
const octets = (index: number): number[] => [index % 256, (index * 7) % 256, (index * 31 + 1) % 256]

/** Hosts that lead to this machine or to a private network, in every spelling that a URL takes. */
function* hostileHosts(count: number): Generator<string> {
  const fixed = [
    'localhost',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ]
  for (let index = 0; index < count; index += 1) {
    const [a = 0, b = 0, c = 1] = octets(index)
    const generated = [
      `127.${a}.${b}.${c}`,
      `10.${a}.${b}.${c}`,
      `192.168.${a}.${c}`,
      `172.${16 + (a % 16)}.${b}.${c}`,
      `100.${64 + (a % 64)}.${b}.${c}`,
      `169.254.${a}.${c}`,
      String(127 * 2 ** 24 + a * 2 ** 16 + b * 2 ** 8 + c),
      `0x7f.${a}.${b}.${c}`,
      `[::ffff:10.${a}.${b}.${c}]`,
      `[::ffff:7f${a.toString(16).padStart(2, '0')}:${(b * 256 + c).toString(16)}]`,
      `[64:ff9b::${(0x7f00 + a).toString(16)}:${c.toString(16)}]`,
      `[2002:7f${a.toString(16).padStart(2, '0')}:${c.toString(16)}::1]`,
      `[fd${a.toString(16).padStart(2, '0')}::${c.toString(16)}]`,
      `[fe80::${a.toString(16)}:${c.toString(16)}]`,
      `rebound-${index}.example.test`,
    ]
    yield fixed[index % (fixed.length + generated.length)] ?? (generated[index % generated.length] as string)
  }
}

const count = Number(process.env['SSRF_TARGETS'] ?? 1_000)

describe('an address that a stranger chose', () => {
  it(`never leads to a private network: ${count} targets by http and https, 0 connections`, async () => {
    connections = 0
    let asked = 0
    // A name whose answer changes each time it is asked for, always to something private.
    const answers = ['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1', '169.254.169.254']
    const agent = createOutgoingAgent({
      connectTimeoutMs: 2_000,
      resolve: (_hostname, _options, done) => {
        asked += 1
        const address = answers[asked % answers.length] as string
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
      },
    })
    const outcomes = new Map<string, number>()
    for (const host of hostileHosts(count)) {
      for (const scheme of schemes) {
        const why = await request(`${scheme}://${host}:${ports[scheme]}/`, { dispatcher: agent }).then(
          () => 'reached',
          (error: Error) => error.name,
        )
        outcomes.set(why, (outcomes.get(why) ?? 0) + 1)
      }
    }
    await agent.close()
    expect(Object.fromEntries(outcomes)).toEqual({ [AddressRefusedError.name]: count * 2 })
    expect(connections).toBe(0)
    expect(asked).toBeGreaterThan(0)
  }, 600_000)

  it('a name with a private and a public address is dialled only at the public one', async () => {
    connections = 0
    const agent = createOutgoingAgent({
      connectTimeoutMs: 500,
      resolve: (_hostname, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          // A public address at which nothing answers here.
          { address: '198.41.0.4', family: 4 },
        ]),
    })
    await expect(request(`http://two.example.test:${ports.http}/`, { dispatcher: agent })).rejects.toThrow(
      /too long|ENETUNREACH|ECONNREFUSED|EHOSTUNREACH/,
    )
    expect(connections).toBe(0)
    await agent.destroy()
  })

  it('the blockList option of tls.connect would let https through, which is why it is not used', async () => {
    connections = 0
    const blockList = new BlockList()
    blockList.addSubnet('127.0.0.0', 8, 'ipv4')
    const agent = new Agent({
      connect: buildConnector({ blockList, rejectUnauthorized: false }),
    })
    const { statusCode } = await request(`https://127.0.0.1:${ports.https}/`, { dispatcher: agent })
    expect([statusCode, connections]).toEqual([200, 1])
    await agent.close()
  })
})

describe('an allowed network', () => {
  const loopback = [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' } as const]

  it('is reached by address and by name, and the certificate is still checked', async () => {
    const agent = createOutgoingAgent({
      allowedNetworks: loopback,
      resolve: (_hostname, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const { body } = await request(`http://127.0.0.1:${ports.http}/`, { dispatcher: agent })
    expect(await body.text()).toBe('reached')
    const named = await request(`http://inside.example.test:${ports.http}/`, { dispatcher: agent })
    expect(await named.body.text()).toBe('reached')
    await expect(
      request(`https://hooks.example.test:${ports.https}/`, { dispatcher: agent }),
    ).rejects.toThrow(/self-signed/)
    await agent.close()
  })

  it('cannot open link-local addresses', async () => {
    const agent = createOutgoingAgent({
      allowedNetworks: [{ address: '0.0.0.0', prefix: 0, family: 'ipv4' }],
    })
    await expect(request('http://169.254.169.254/', { dispatcher: agent })).rejects.toThrow(
      AddressRefusedError,
    )
    await agent.close()
  })
})

it.each([
  ['https://hooks.example.com/parley', undefined],
  ['https://hooks.example.com:8443/parley', undefined],
  ['http://127.0.0.1:3000/hooks', undefined],
  ['http://hooks.example.com/', /https/],
  ['https://user:word@hooks.example.com/', /user name/],
  ['https://hooks.example.com/#a', /fragment/],
  ['https://hooks.example.com:25/', /port/],
  ['ftp://hooks.example.com/', /https/],
  ['/hooks', /absolute/],
  [`https://hooks.example.com/${'a'.repeat(2_000)}`, /characters/],
])('takes %s as an address or says why not', (address, why) => {
  const mistake = outgoingAddressMistake(address, { isSandbox: true })
  if (why) expect(mistake).toMatch(why)
  else expect(mistake).toBeUndefined()
})

it('takes http to the own machine only in a sandbox', () => {
  expect(outgoingAddressMistake('http://localhost:3000/', { isSandbox: false })).toMatch(/https/)
})
