import { writeFile } from 'node:fs/promises'
import type { Database } from '../../../packages/server/src/platform/db/pool.ts'
import type { Callers } from './callers.ts'

const sendPath = '/v1/text/messaging/messages'

export interface PreparedSend {
  readonly advisorId: number
  readonly token: string
  readonly phone: string
  readonly text: string
  readonly body: string
}

/** A text of typical length. */
const textTo = (phone: string): string =>
  `Good morning Maria, form ${phone.slice(-5)} that you asked about is ready to sign. Shall I send it today?`

/** One send to every member; consecutive sends are of different advisors. */
export async function prepareSends(database: Database, callers: Callers): Promise<PreparedSend[]> {
  const { rows } = await database.query<{ advisor_id: number; phone: string }>(
    'select advisor_id, phone from member order by id',
  )
  return rows.map(({ advisor_id: advisorId, phone }) => {
    const text = textTo(phone)
    const token = callers.tokens.get(advisorId) ?? ''
    return { advisorId, token, phone, text, body: JSON.stringify({ phone, text }) }
  })
}

/** One request for each advisor, to all of his or her members: as many as a request may have. */
export function bulkSends(sends: readonly PreparedSend[]): PreparedSend[] {
  return [...Map.groupBy(sends, ({ advisorId }) => advisorId).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const phoneNumbers = [first, ...others].map(({ phone }) => phone)
    return [{ ...first, body: JSON.stringify({ phoneNumbers, text: first.text }) }]
  })
}

/** Heads and bodies of requests, in the format of send.lua and sender.ts. */
interface RequestParts {
  readonly heads: readonly string[]
  readonly tails: readonly (readonly [head: number, tail: string])[]
}

export async function writeRequests(path: string, { heads, tails }: RequestParts): Promise<void> {
  const onOneLine = (text: string): string => text.replaceAll('\r\n', '\\n')
  const lines = [
    ...heads.map(head => `h ${onOneLine(head)}`),
    ...tails.map(([head, tail]) => `m ${head} ${onOneLine(tail)}`),
  ]
  await writeFile(path, `${lines.join('\n')}\n`)
}

/** A head for each advisor, to which a key can be added, and a body for each member. */
export function requestParts(sends: readonly PreparedSend[], callers: Callers, host: string): RequestParts {
  const tokens = [...callers.tokens.values()]
  const places = new Map(tokens.map((token, place) => [token, place]))
  const headOf = (token: string): string =>
    `POST ${sendPath} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nX-Api-Key: ${callers.apiKey}\r\nContent-Type: application/json\r\n`
  return {
    heads: tokens.map(headOf),
    tails: sends.map(({ token, body }) => [
      places.get(token) ?? 0,
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ]),
  }
}
