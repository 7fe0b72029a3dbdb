import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../packages/server/src/config.ts'

const main = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

interface ApiProcess {
  readonly stop: () => Promise<void>
}

/** `parley api` as an operator runs it. */
export async function startApi(variables: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [main, 'api'], {
    env: childEnvironment({ NODE_ENV: 'production', ...variables }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await listening(child)
  child.stdout.resume()
  return {
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (!output.includes('Server listening at')) return
      child.stdout?.off('data', read)
      resolve()
    }
    child.stdout?.on('data', read)
    child.on('exit', () => reject(new Error(`The api did not start:\n${output}`)))
  })
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /v1/core/contact. */
  readonly path: string
  readonly body?: object
}

export interface HttpClient {
  /** Answers the body. Anything but success is a failure of the whole bench. */
  readonly call: (call: Call) => Promise<string>
  readonly close: () => void
}

/** One connection that is kept open, and one call at a time: what is measured is how long an answer takes. */
export function createHttpClient(origin: string, credentials: Record<string, string>): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: ({ method, path, body }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body)
        const headers = {
          ...credentials,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        }
        const sent = request(`${origin}/v1/core/contact${path}`, { agent, method, headers }, answer => {
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
