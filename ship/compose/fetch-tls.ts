import { request } from 'node:https'

interface Server {
  readonly origin: string
  /** Where it really is. */
  readonly port: number
  readonly ca: string
}

/** A fetch that checks the certificate for the origin's name, but connects to a port of this machine. */
export function fetchTls({ origin, port, ca }: Server) {
  const { hostname } = new URL(origin)
  return (path: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const sent = new Request(`${origin}${path}`, { method, headers: headers ?? {}, body: body ?? null })
      const options = { host: '127.0.0.1', port, path, method, ca, servername: hostname }
      const outgoing = request(
        { ...options, headers: { ...Object.fromEntries(sent.headers), host: hostname } },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () =>
            resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500 })),
          )
        },
      )
      outgoing.on('error', reject)
      sent.text().then(text => outgoing.end(text), reject)
    })
}
