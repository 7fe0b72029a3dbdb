import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createRoom,
  credentials,
  delivery,
  never,
  startSmsc,
  statusesOf,
  textTo,
  until,
} from '../../../../test/smpp/scripted-smsc.ts'

const room = createRoom()
afterEach(room.close)

describe('a bind', () => {
  it.each(['transceiver', 'pair'] as const)('as %s carries texts both ways', async bindAs => {
    const smsc = await room.start()
    const carrier = await room.bound(smsc.port, { bindAs, binds: 2 })
    await until(() => carrier.state.bound === carrier.state.binds)
    expect(carrier.state.binds).toBe(bindAs === 'pair' ? 4 : 2)
    expect(await statusesOf(carrier, 3)).toEqual(['accepted', 'accepted', 'accepted'])
    await smsc.deliver(delivery({ text: 'Hello' }))
    expect(carrier.texts).toMatchObject([{ text: 'Hello', from: '+12025550123', to: '+12025550101' }])
  })

  it.each([
    ['password', { password: 'wrong' }, 'wrong password (0x0e)'],
    ['system id', { systemId: 'stranger' }, 'unknown system id (0x0f)'],
  ])('with the wrong %s is refused, and retried with backoff', async (_, wrong, why) => {
    const smsc = await room.start()
    const carrier = room.connect(smsc.port, wrong)
    await until(() => carrier.troubles.length >= 4)
    expect(carrier.link).toBe('down')
    expect(new Set(carrier.troubles)).toEqual(new Set([`the bind was refused: ${why}`]))
    const before = carrier.troubles.length
    await sleep(300)
    // Without backoff, every 20 ms, there would be 15 more.
    expect(carrier.troubles.length - before).toBeLessThan(5)
    expect(await statusesOf(carrier, 1)).toEqual(['unsent'])
    expect(JSON.stringify(carrier.troubles)).not.toContain('wrong"')
  })

  it('is encrypted on request, and rejects a peer without the right certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-tls-'))
    room.onClose(() => rm(folder, { recursive: true }))
    const names = ['one', 'other'] as const
    const files = await Promise.all(
      names.map(async name => {
        const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
        const request =
          'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=smsc.test'
        const target = `-addext subjectAltName=DNS:smsc.test -keyout ${key} -out ${cert}`
        await promisify(execFile)('openssl', `${request} ${target}`.split(' '))
        return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
      }),
    )
    const [one, other] = files
    if (!one || !other) throw new Error('no certificates')
    const smsc = await room.start(undefined, { tls: one })
    const carrier = await room.bound(smsc.port, { tls: { ca: one.cert, servername: 'smsc.test' } })
    expect(await statusesOf(carrier, 20)).toEqual(Array.from({ length: 20 }, () => 'accepted'))
    for (const tls of [
      { ca: other.cert, servername: 'smsc.test' },
      { ca: one.cert, servername: 'else.test' },
      {},
    ]) {
      const refused = room.connect(smsc.port, { tls })
      await until(() => refused.troubles.length > 0)
      expect(refused.link).toBe('down')
      await refused.close()
    }
    const plain = room.connect(smsc.port, { timings: { answerTimeoutMs: 300 } })
    await until(() => plain.troubles.length > 0)
    expect(plain.link).toBe('down')
    await plain.close()
  })

  it('that is lost is re-established, and requests in flight have an unknown outcome', async () => {
    const smsc = await room.start(() => new Promise(() => {}))
    const carrier = await room.bound(smsc.port)
    const answering = statusesOf(carrier, 3)
    await until(() => smsc.messages.length === 3)
    smsc.cut()
    expect(await answering).toEqual(['unknown', 'unknown', 'unknown'])
    await until(() => carrier.link === 'up')
    expect(carrier.troubles).toHaveLength(1)
  })

  it('that the peer unbound is reported as such', async () => {
    const smsc = await room.start()
    const carrier = await room.bound(smsc.port)
    await smsc.close()
    await until(() => carrier.troubles.length > 0)
    expect(carrier.troubles[0]).toBe('ended by the other side')
  })

  it('that cannot receive does not send', async () => {
    const smsc = await room.start(undefined, {
      admit: systemId => (systemId === credentials.systemId ? 0 : 0x0f),
    })
    // The peer accepts transmitters only.
    const proxy = createServer(socket => {
      socket.once('data', first => {
        if (first.readUInt32BE(4) === 1) socket.destroy()
        else socket.pipe(connect(smsc.port, '127.0.0.1').on('error', () => {})).pipe(socket)
        socket.emit('data', first)
      })
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    room.onClose(async () => void proxy.close())
    await until(() => proxy.listening)
    const carrier = room.connect((proxy.address() as AddressInfo).port, { bindAs: 'pair' })
    await until(() => carrier.state.bound === 1)
    expect(carrier.link).toBe('down')
    expect(await statusesOf(carrier, 1)).toEqual(['unsent'])
  })
})

describe('leaving', () => {
  it('waits for responses in flight, and then unbinds', async () => {
    const smsc = await room.start(async (_, time) => {
      await sleep(200)
      return { status: 0, messageId: `m${time}` }
    })
    const carrier = await room.bound(smsc.port, { window: 4 })
    const answering = statusesOf(carrier, 10)
    await until(() => smsc.messages.length === 4)
    await carrier.close()
    expect((await answering).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'accepted'),
      ...Array.from({ length: 6 }, () => 'unsent'),
    ])
    await until(() => !smsc.receivers.areThere)
    expect(smsc.messages).toHaveLength(4)
    expect(carrier.troubles).toEqual([])
  })

  it('finishes a long text that has begun', async () => {
    const smsc = await room.start(async (_, time) => {
      await sleep(30)
      return { status: 0, messageId: `m${time}` }
    })
    const carrier = await room.bound(smsc.port)
    const answering = carrier.submit([textTo(undefined, 'x'.repeat(1_000))], never)
    await until(() => smsc.messages.length === 2)
    await carrier.close()
    expect(await answering).toMatchObject([{ status: 'accepted', partIds: { length: 6 } }])
  })

  it('by the peer is answered, and the bind is re-established', async () => {
    const first = await startSmsc(async (_, time) => {
      await sleep(100)
      return { status: 0, messageId: `m${time}` }
    })
    const carrier = await room.bound(first.port)
    const answering = statusesOf(carrier, 3)
    await until(() => first.messages.length === 3)
    await first.close()
    expect(await answering).toEqual(['accepted', 'accepted', 'accepted'])
    await until(() => carrier.link === 'down')
    await room.start(undefined, { port: first.port })
    await until(() => carrier.link === 'up')
    expect(await statusesOf(carrier, 1)).toEqual(['accepted'])
  })
})
