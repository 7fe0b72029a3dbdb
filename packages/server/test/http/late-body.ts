import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

export interface LateBody {
  /** Sends the body and returns the status of the response. */
  readonly finish: () => Promise<number>
}

/** Sends the headers of a POST, and its body when it is told to. */
export async function startLateBody(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object | URLSearchParams,
): Promise<LateBody> {
  const isForm = body instanceof URLSearchParams
  const bytes = Buffer.from(isForm ? body.toString() : JSON.stringify(body))
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': bytes.length, ...headers },
  })
  const responding = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.flushHeaders()
  await once(sending, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : undefined))
  return {
    finish: async () => {
      sending.end(bytes)
      const [response] = await responding
      response.resume()
      await once(response, 'end')
      return response.statusCode ?? 0
    },
  }
}
