// A download goes on as long as its client reads slowly, but not longer than its session.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../test/carriers/texting.ts'
import { type Book, openBook, sam } from '../../test/people/book.ts'
import { type AdvisorApp, startAdvisorApp } from '../../test/servers/advisor-app.ts'
import { endAllSessions } from '../identity/sessions/end-all-sessions.ts'
import { startSession } from '../identity/sessions/start-session.ts'
import type { AccountSession } from '../platform/caller/app-session.ts'
import { endWithSession } from './end-with-session.ts'

let server: AdvisorApp
let book: Book
let session: AccountSession
let file: PassThrough

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  book = await openBook(server)
  const { advisorId } = book.anna
  const started = await startSession(server.database, { personId: advisorId })
  session = { ...started.session, advisorId, role: 'advisor' }
  file = new PassThrough()
  file.on('error', () => {})
  endWithSession(server.database, session, file)
})

const isOver = async (): Promise<boolean> => {
  await eventually('the download is over', () => file.destroyed, 5_000)
  return file.destroyed
}

it('ends when the person is signed out', async () => {
  const { advisorId: personId } = book.anna
  await endAllSessions(server.database, {
    personId,
    owner: { advisorId: personId },
    actor: sam,
    traceId: null,
  })
  expect(await isOver()).toBe(true)
})

it('ends when the book is handed over to somebody else', async () => {
  await book.handOver(book.bert.id)
  expect(await isOver()).toBe(true)
})

it('goes on otherwise', async () => {
  await sleep(2_500)
  expect(file.destroyed).toBe(false)
  file.destroy()
})

it('is not watched any more if it was over before', async () => {
  file.destroy()
  await once(file, 'close')
  const read = vi.spyOn(server.database, 'query')
  try {
    endWithSession(server.database, session, file)
    await sleep(1_500)
    expect(read).not.toHaveBeenCalled()
  } finally {
    read.mockRestore()
  }
})
