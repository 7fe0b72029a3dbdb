import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OutgoingText } from '../carriers/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { startEngine } from './engine.ts'
import { createListeners } from './listeners.ts'
import { lookUpTexts } from './look-up-texts.ts'
import { takeTexts } from './take-texts.ts'
import { type FromSimulator, frameOf, readFrames, type ToSimulator } from './wire.ts'

interface ServeOptions {
  readonly database: Database
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly onFailure: (error: unknown) => void
  /** How long a listener may take for a batch of events before they go to another. */
  readonly leaseMs?: number
}

interface SimulatorServer {
  readonly port: number
  /** Resolves when running work has ended. */
  close(): Promise<void>
}

const linkCheckMs = 20
/** A client sends something every 5 seconds. */
const silenceMs = 30_000

/** Acts as the carrier for processes that connect to it. */
export async function serveSimulator({
  database,
  host,
  port,
  onFailure,
  leaseMs = 15_000,
}: ServeOptions): Promise<SimulatorServer> {
  const engine = startEngine({ database, onFailure })
  const listeners = createListeners({ leaseMs, onChange: events => engine.listen(events) })
  const sockets = new Set<Socket>()
  const takings = new Set<Promise<unknown>>()
  const answers = new Set<Promise<void>>()
  const server = createServer({ noDelay: true }, socket => {
    if (!engine.isUp) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      listeners.remove(socket)
    })
    readFrames(socket, frame => serve(socket, frame as ToSimulator))
    answer(socket, { kind: 'hello' })
  })

  function serve(socket: Socket, frame: ToSimulator): void {
    switch (frame.kind) {
      case 'submit':
        track(submit(socket, frame.id, frame.texts.map(wholeText)))
        return
      case 'look up':
        track(lookUp(socket, frame.id, frame.references.map(String)))
        return
      case 'listen':
        if (frame.wanted) listeners.add(socket)
        else listeners.remove(socket)
        return
      case 'received':
      case 'not received':
        listeners.settle(frame.event, frame.kind)
        return
      case 'ping':
        answer(socket, { kind: 'pong' })
        return
      default:
        throw new TypeError('not a frame')
    }
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => answers.delete(tracked))
    answers.add(tracked)
  }

  function answer(socket: Socket, frame: FromSimulator): void {
    if (socket.writable) socket.write(frameOf(frame))
  }

  async function submit(socket: Socket, id: number, texts: readonly OutgoingText[]): Promise<void> {
    const work = takeTexts(database, texts)
    takings.add(work)
    const taking = await work.finally(() => takings.delete(work))
    if (taking === 'down') {
      socket.destroy()
      return
    }
    const { submissions, answer: manner, answerDelaysMs } = taking
    const answerDelayMs = Math.max(0, ...answerDelaysMs)
    if (answerDelayMs > 0) await sleep(answerDelayMs)
    switch (manner) {
      case 'once':
        answer(socket, { kind: 'submitted', id, submissions })
        return
      case 'twice':
        answer(socket, { kind: 'submitted', id, submissions })
        answer(socket, { kind: 'submitted', id, submissions })
        return
      case 'never':
        return
      case 'dropped':
        socket.destroy()
        return
    }
  }

  async function lookUp(socket: Socket, id: number, references: readonly string[]): Promise<void> {
    // One of them may be in a text that has not reached the database yet.
    await Promise.allSettled(takings)
    try {
      answer(socket, { kind: 'looked up', id, found: await lookUpTexts(database, references) })
    } catch (error) {
      onFailure(error)
      answer(socket, { kind: 'failed', id })
    }
  }

  const linkCheck = setInterval(() => {
    if (!engine.isUp) for (const socket of sockets) socket.destroy()
  }, linkCheckMs)
  await engine.hasLooked
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    clearInterval(linkCheck)
    await engine.stop()
    throw error
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      await engine.stop()
      await Promise.allSettled(answers)
      clearInterval(linkCheck)
      for (const socket of sockets) socket.end()
      setTimeout(() => sockets.forEach(socket => socket.destroy()), 1_000).unref()
      await closed
    },
  }
}

function wholeText({ reference, from, to, text }: OutgoingText): OutgoingText {
  const isWhole = [reference, from, to, text].every(value => typeof value === 'string')
  if (!isWhole) throw new TypeError('not a text')
  return { reference, from, to, text }
}
