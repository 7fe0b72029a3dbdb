import type { PduOf } from '../../platform/smpp/codec/pdu.ts'
import { statuses } from '../../platform/smpp/codec/statuses.ts'
import type { Session } from './session.ts'

export type Deliverable = Pick<PduOf<'deliver_sm'>, 'body' | 'tlvs'>

interface ReceiversOptions {
  readonly window: number
  readonly onChange: (areThere: boolean) => void
}

interface Waiter {
  readonly resolve: (session: Session | undefined) => void
}

/** Sessions bound to receive, round robin, each with a limit of messages in flight. */
export function createReceivers({ window, onChange }: ReceiversOptions) {
  const sessions: Session[] = []
  const underWay = new Map<Session, number>()
  const waiters: Waiter[] = []

  function place(): Session | undefined {
    const index = sessions.findIndex(
      session => session.boundAs !== undefined && (underWay.get(session) ?? 0) < window,
    )
    const [session] = index < 0 ? [] : sessions.splice(index, 1)
    if (!session) return undefined
    sessions.push(session)
    underWay.set(session, (underWay.get(session) ?? 0) + 1)
    return session
  }

  async function enter(): Promise<Session | undefined> {
    if (sessions.length === 0) return undefined
    const free = waiters.length === 0 ? place() : undefined
    if (free) return free
    const { promise, resolve } = Promise.withResolvers<Session | undefined>()
    waiters.push({ resolve })
    return promise
  }

  function leave(session: Session): void {
    underWay.set(session, (underWay.get(session) ?? 1) - 1)
    pump()
  }

  function pump(): void {
    while (waiters.length > 0) {
      const session = sessions.length > 0 ? place() : undefined
      if (!session && sessions.length > 0) return
      waiters.shift()?.resolve(session)
    }
  }

  return {
    add(session: Session): void {
      if (session.boundAs === 'transmitter') return
      sessions.push(session)
      if (sessions.length === 1) onChange(true)
      pump()
    },
    remove(session: Session): void {
      underWay.delete(session)
      const index = sessions.indexOf(session)
      if (index < 0) return
      sessions.splice(index, 1)
      if (sessions.length === 0) onChange(false)
      pump()
    },
    async deliver({ body, tlvs }: Deliverable): Promise<void> {
      const session = await enter()
      if (!session) throw new Error('no receiver is bound')
      const answer = await session.connection.request({ command: 'deliver_sm', body, tlvs })
      leave(session)
      if (answer.outcome !== 'answered') throw new Error('a receiver did not respond')
      if (answer.status !== statuses.ok) throw new Error(`a receiver responded with status ${answer.status}`)
    },
  }
}
