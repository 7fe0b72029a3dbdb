import { Agent, request } from 'node:http'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /v1/core/contact. */
  readonly path: string
  /** In place of /core/contact. */
  readonly under?: string
  readonly body?: object
}

export interface HttpClient {
  /** Returns the body. Any failure fails the bench. */
  readonly call: (call: Call) => Promise<string>
  readonly close: () => void
}

/** One keep-alive connection and one call at a time, to measure latency. */
export function createHttpClient(origin: string, credentials: Record<string, string>): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: ({ method, path, under = '/core/contact', body }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body)
        const headers = {
          ...credentials,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        }
        const sent = request(`${origin}/v1${under}${path}`, { agent, method, headers }, answer => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const { statusCode = 0 } = answer
            const answered = Buffer.concat(chunks).toString()
            if (statusCode >= 200 && statusCode < 300) resolve(answered)
            else reject(new Error(`${method} ${path}: ${statusCode} ${answered}`))
          })
        })
        sent.on('error', reject)
        sent.end(text)
      }),
    close: () => agent.destroy(),
  }
}
