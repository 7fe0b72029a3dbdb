import { writeFile } from 'node:fs/promises'
import type { Database } from '../../packages/server/src/db/pool.ts'
import type { Callers } from './callers.ts'

const sendPath = '/v1/text/messaging/messages'

export interface PreparedSend {
  readonly advisorId: number
  readonly token: string
  readonly phone: string
  readonly text: string
  readonly body: string
}

/** As long as such texts are. */
const textTo = (phone: string): string =>
  `Good morning Maria, form ${phone.slice(-5)} that you asked about is ready to sign. Shall I send it today?`

/** A send to every member. Those that follow each other are of different advisors. */
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

/** What send.lua reads: a line for the head of each advisor, and a line for each member. */
export async function writeRequests(
  path: string,
  sends: readonly PreparedSend[],
  { apiKey, tokens }: Callers,
  host: string,
): Promise<void> {
  const places = new Map([...tokens.values()].map((token, place) => [token, place]))
  const headOf = (token: string): string =>
    [
      `POST ${sendPath} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      `X-Api-Key: ${apiKey}`,
      'Content-Type: application/json',
      '',
    ].join('\\n')
  const lines = [
    ...[...tokens.values()].map(token => `h ${headOf(token)}`),
    ...sends.map(({ token, body }) => `m ${places.get(token)} ${body}`),
  ]
  await writeFile(path, `${lines.join('\n')}\n`)
}
