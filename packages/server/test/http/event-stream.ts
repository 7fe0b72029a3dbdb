// A minimal EventSource: it remembers the last id, and can be disconnected.
import { type AppEventName, eventsPath } from '@parley/contract'

export interface ReceivedEvent {
  readonly name: AppEventName
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventStream {
  readonly status: number
  readonly headers: Headers
  readonly events: readonly ReceivedEvent[]
  /** The last event id, which EventSource sends when it reconnects. */
  readonly lastId: () => string
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<void>
  readonly isEnded: () => boolean
  /** Disconnects. */
  readonly close: () => void
}

interface Options {
  readonly cookie: string
  readonly lastId?: string
  readonly after?: string
}

export async function openEvents(origin: string, { cookie, lastId, after }: Options): Promise<EventStream> {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}${eventsPath}${after === undefined ? '' : `?after=${after}`}`, {
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    },
    signal: leaving.signal,
  })
  const events: ReceivedEvent[] = []
  let last = lastId ?? ''
  let isEnded = false
  const read = async (): Promise<void> => {
    if (answer.status !== 200 || !answer.body) return
    let rest = ''
    const text = answer.body.pipeThrough(new TextDecoderStream())
    try {
      for await (const piece of text) {
        const blocks = (rest + piece).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const fields = new Map(
            block.split('\n').map(line => {
              const at = line.indexOf(': ')
              return [line.slice(0, at), line.slice(at + 2)] as const
            }),
          )
          last = fields.get('id') ?? last
          const data = fields.get('data')
          if (data !== undefined) {
            events.push({
              name: fields.get('event') as AppEventName,
              data: JSON.parse(data) as Record<string, unknown>,
            })
          }
        }
      }
    } catch {
      // Disconnected, by us or by the server.
    } finally {
      isEnded = true
    }
  }
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    lastId: () => last,
    ended: read(),
    isEnded: () => isEnded,
    close: () => leaving.abort(),
  }
}
