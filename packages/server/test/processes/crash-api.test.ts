// kill -9 of the api, before, during and after its commits. CRASHES=50 runs the full number of kills.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { expectOneStory } from '../carriers/texting.ts'
import { useTestDatabase } from '../database/database.ts'
import { createTokenIssuer, createVisitor } from '../people/access-tokens.ts'
import { newPhone } from '../servers/texting-server.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'

const { database, url } = await useTestDatabase()

const kills = Number(process.env['CRASHES'] ?? 4)

interface Sent {
  readonly key: string
  readonly phone: string
  /** Bodies of all 200 responses to it. */
  readonly answers: string[]
}

it(`an api killed ${kills} times has stored everything it acknowledged, and every key took effect once`, async () => {
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const start = async () => {
    const api = parley(['api'], {
      DATABASE_URL: url,
      PORT: port,
      PUBLIC_ORIGIN: origin,
      PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    await listening(api)
    return api
  }
  const visitor = await createVisitor(database, origin)
  const issuer = await createTokenIssuer(database)
  const { id: advisorId, firmId } = visitor.advisor
  await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
    advisorId,
    newPhone(),
  ])
  await database.query(
    `insert into texting_policy
       (firm_id, version, consent_required, consent_request_text, help_text, stop_confirmation_text, decided_by)
     values ($1, 1, false, null, 'Help', 'Stopped', 'test')`,
    [firmId],
  )
  const headers = {
    authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
    'x-api-key': visitor.apiKey,
    'content-type': 'application/json',
  }

  /** Returns whether it was acknowledged. */
  const send = async (sent: Sent): Promise<boolean> => {
    try {
      const answer = await fetch(`${origin}/v1/text/messaging/messages`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': sent.key },
        body: JSON.stringify({ phone: sent.phone, text: `For ${sent.key}` }),
      })
      const body = await answer.text()
      if (answer.status !== 200) return false
      sent.answers.push(body)
      return true
    } catch {
      return false // the api is gone, and the outcome is unknown
    }
  }

  const all: Sent[] = []
  const state = { isEnding: false, doubtful: 0 }
  const work = async (): Promise<void> => {
    while (!state.isEnding) {
      const sent: Sent = { key: randomUUID(), phone: newPhone(), answers: [] }
      all.push(sent)
      while (!(await send(sent))) {
        state.doubtful += 1
        await sleep(50)
      }
    }
  }
  let api = await start()
  const working = Array.from({ length: 8 }, work)
  for (let kill = 0; kill < kills; kill += 1) {
    const before = all.length
    while (all.length < before + 20) await sleep(5)
    await sleep(Math.random() * 30)
    api.child.kill('SIGKILL')
    await api.exited()
    api = await start()
  }
  state.isEnding = true
  await Promise.all(working)
  // Requests without a response are retried; those with one get the same response again.
  for (const sent of all.slice(-200)) expect(await send(sent)).toBe(true)
  api.child.kill('SIGTERM')
  await api.exited()

  expect(state.doubtful).toBeGreaterThanOrEqual(kills)
  const { rows } = await database.query<{ id: number; text: string; phone: string }>(
    'select id, text, phone from message where advisor_id = $1',
    [advisorId],
  )
  const byText = Map.groupBy(rows, ({ text }) => text)
  expect(rows).toHaveLength(all.length)
  for (const { key, phone, answers } of all) {
    expect(new Set(answers).size).toBe(1)
    const { successes } = JSON.parse(answers[0] ?? '') as { successes: [{ messageId: number }] }
    expect(byText.get(`For ${key}`)).toEqual([{ id: successes[0].messageId, text: `For ${key}`, phone }])
  }
  await expectOneStory(database)
}, 900_000)
