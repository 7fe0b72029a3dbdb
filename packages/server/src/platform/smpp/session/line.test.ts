import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRoom, statusesOf, textTo, until } from '../../../../test/smpp/scripted-smsc.ts'

const room = createRoom()
afterEach(room.close)

describe('the link', () => {
  /** A peer that accepts every bind, and then does as the test says. */
  async function peer(
    serve: (socket: Socket, frame: Buffer) => void,
  ): Promise<{ port: number; sockets: Socket[] }> {
    const sockets: Socket[] = []
    const server = createServer(socket => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('data', frame => {
        if (frame.readUInt32BE(4) !== 9) serve(socket, frame)
        else socket.write(Buffer.from(`0000001180000009000000000000000${frame.readUInt32BE(12)}00`, 'hex'))
      })
    }).listen(0, '127.0.0.1')
    await until(() => server.listening)
    room.onClose(async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return { port: (server.address() as AddressInfo).port, sockets }
  }

  it('is probed, and a silent peer is gone', async () => {
    const heard: number[] = []
    const { port } = await peer((_, frame) => heard.push(frame.readUInt32BE(4)))
    const carrier = await room.bound(port, { timings: { enquireLinkMs: 150 } })
    await until(() => carrier.link === 'down')
    expect(heard).toContain(0x15)
    expect(carrier.troubles).toEqual(['silent'])
  })

  it('answers the peer’s probes', async () => {
    const heard: string[] = []
    const { port, sockets } = await peer((_, frame) => heard.push(frame.toString('hex')))
    await room.bound(port)
    sockets[0]?.write(Buffer.from('00000010000000150000000000000007', 'hex'))
    const expected = '00000010800000150000000000000007'
    await until(() => heard.includes(expected))
    expect(heard).toContain(expected)
  })

  it.each([
    ['an unknown command', '00000010000000210000000000000007', '00000010800000000000000300000007'],
    [
      'a command that is cut short',
      '00000012000000050000000000000008ffff',
      '00000010800000000000000200000008',
    ],
  ])('answers %s with a nack', async (_, sent, expected) => {
    const heard: string[] = []
    const { port, sockets } = await peer((_socket, frame) => heard.push(frame.toString('hex')))
    const carrier = await room.bound(port)
    sockets[0]?.write(Buffer.from(sent, 'hex'))
    await until(() => heard.includes(expected))
    expect(carrier.link).toBe('up')
    // It may have been a reply.
    expect(carrier.troubles).toEqual(['the peer sent malformed data'])
  })

  it('stops reading from a peer that sends requests and reads no responses', async () => {
    const { port, sockets } = await peer(() => {})
    await room.bound(port, { timings: { enquireLinkMs: 60_000, answerTimeoutMs: 60_000 } })
    const [socket] = sockets
    if (!socket) throw new Error('no connection')
    socket.pause()
    const asked = Buffer.from('00000010000000150000000000000007'.repeat(4_096), 'hex')
    let isTaken = true
    let sentBytes = 0
    // The system buffers about 10 MB on both sides together.
    while (isTaken && sentBytes < 64 * 1024 * 1024) {
      sentBytes += asked.length
      if (socket.write(asked)) continue
      isTaken = await Promise.race([once(socket, 'drain').then(() => true), sleep(1_000, false)])
    }
    expect(isTaken).toBe(false)
  })

  it('is closed on an impossible frame length', async () => {
    const { port, sockets } = await peer(() => {})
    const carrier = await room.bound(port)
    sockets[0]?.write(Buffer.from('000000030000', 'hex'))
    await until(() => carrier.troubles.length > 0)
    expect(carrier.troubles).toEqual(['a frame with an impossible length'])
  })

  it('is closed soon if nothing is received after a text', async () => {
    const { port } = await peer(() => {})
    const carrier = await room.bound(port, { timings: { answerTimeoutMs: 300, enquireLinkMs: 60_000 } })
    expect(await statusesOf(carrier, 1)).toEqual(['unknown'])
    await until(() => carrier.troubles.length > 0)
    expect(carrier.troubles).toEqual(['no answer'])
  })

  it('that accepts no bytes is closed before anything could be sent too late', async () => {
    let isWriting = false
    const { port } = await peer(socket => {
      isWriting = true
      socket.pause()
    })
    const carrier = await room.bound(port, {
      window: 1_000,
      longTexts: 'payload',
      timings: { enquireLinkMs: 60_000, answerTimeoutMs: 60_000 },
    })
    // About 30 MB, more than the system buffers on both sides.
    const text = textTo(undefined, 'x'.repeat(60_000))
    const texts = Array.from({ length: 500 }, () => text)
    const deadlineMs = performance.now() + 5_000
    const answering = carrier.submit(texts, deadlineMs)
    await until(() => isWriting)
    const late = await carrier.submit([textTo()], performance.now() + 200)
    expect(late).toEqual([{ status: 'unsent' }])
    expect(performance.now()).toBeGreaterThanOrEqual(deadlineMs - 5)
    expect((await answering).every(({ status }) => status === 'unknown')).toBe(true)
    await until(() => carrier.troubles.length > 0)
    expect(carrier.troubles).toEqual(['the socket accepts no data'])
  })
})
