// A minimal reader of GET /v1/events as server-sent events.
export interface EventStreamOf {
  readonly status: number
  readonly events: readonly { readonly id: string; readonly name: string; readonly data: string }[]
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<void>
  readonly close: () => void
}

export async function openEventStreamOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<EventStreamOf> {
  const leaving = new AbortController()
  const answer = await fetch(`${url}/v1/events${query}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  const events: { id: string; name: string; data: string }[] = []
  const read = async (): Promise<void> => {
    if (answer.status !== 200 || !answer.body) return
    let rest = ''
    try {
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + piece).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const field = (name: string): string | undefined =>
            block
              .split('\n')
              .find(line => line.startsWith(`${name}: `))
              ?.slice(name.length + 2)
          const data = field('data')
          if (data !== undefined) events.push({ id: field('id') ?? '', name: field('event') ?? '', data })
        }
      }
    } catch {
      // Disconnected, by us or by the server.
    }
  }
  return { status: answer.status, events, ended: read(), close: () => leaving.abort() }
}
