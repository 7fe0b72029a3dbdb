// Imports that fail, that are abandoned, or that two workers run.
import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { runImports } from '../../../test/processes/run-imports.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { ImportTakenOver } from '../transfer/import-contacts.ts'
import { importUpload } from './import-upload.ts'

let server: AdvisorApp
let client: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome()
})

const upload = (body: string | Buffer, fileName = 'contacts.csv') =>
  client.ok(appOperations.uploadContacts, { query: { fileName }, body })
const start = (importId: number, body: object = {}) =>
  client.ok(appOperations.startContactImport, { params: { importId }, body })
const read = (importId: number) => client.ok(appOperations.getContactImport, { params: { importId } })

const work = <Result>(until: () => Promise<Result>): Promise<Result> => runImports(server.databaseUrl, until)

async function finished(importId: number) {
  await work(() =>
    eventually(
      'the import is over',
      async () => ['finished', 'failed'].includes((await read(importId)).state),
      30_000,
    ),
  )
  return read(importId)
}

const three = `First Name,Last Name,Mobile,Notes
Maria,Alvarez,+12025550123,likes tea
John,Okafor,555-0148,
,,,nobody
Zoë,Lund,+12025550199,"says ""hi"""
`

describe('a failed import', () => {
  const lines = Array.from({ length: 501 }, (_, index) => `Person ${index}`)
  const file = `firstName\n${lines.join('\n')}\n`

  /** Its group is deleted after the first 500 lines. */
  async function fail(): Promise<number> {
    const { id: groupId } = await client.ok(sharedOperations.createGroup, { body: { name: 'Gone midway' } })
    const { importId } = await upload(file)
    await start(importId, { groupId })
    const payload = { advisorId: client.advisorId, uploadId: importId, traceId: null }
    const signal = AbortSignal.abort(new Error('killed'))
    await expect(importUpload.handle(payload, { database: server.database, signal })).rejects.toThrow(
      'killed',
    )
    await client.ok(sharedOperations.deleteGroup, { params: { groupId } })
    expect(await finished(importId)).toMatchObject({ state: 'failed', created: 500 })
    return importId
  }
  const total = async (): Promise<number> =>
    (await client.ok(appOperations.listContacts)).pageInfo.totalRecord

  it('resumes after its last line when restarted', async () => {
    const importId = await fail()
    expect(await start(importId)).toMatchObject({ state: 'waiting' })
    expect(await finished(importId)).toMatchObject({ state: 'finished', created: 501 })
    expect(await total()).toBe(501)
  })

  it('resumes after its last line when the file is uploaded again', async () => {
    await fail()
    const again = await upload(file)
    await start(again.importId)
    expect(await finished(again.importId)).toMatchObject({
      state: 'finished',
      created: 501,
      linesDone: 501,
    })
    expect(await total()).toBe(501)
  })

  it('can be discarded, and a new upload of the file resumes after its last line', async () => {
    const importId = await fail()
    await client.ok(appOperations.discardContactImport, { params: { importId } })
    const again = await upload(file)
    await start(again.importId)
    expect(await finished(again.importId)).toMatchObject({ state: 'finished', created: 501 })
    expect(await total()).toBe(501)
  })
})

it('an import fails after its last attempt and does not run forever', async () => {
  const { importId } = await upload(three)
  await start(importId)
  // As after a process that crashed on it each time.
  await server.owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where payload->>'uploadId' = $1`,
    [String(importId)],
  )
  expect(await finished(importId)).toMatchObject({
    state: 'failed',
    problem: 'The import could not be finished. Try again: it continues where it stopped.',
  })
  await start(importId)
  expect(await finished(importId)).toMatchObject({ state: 'finished', created: 3 })
})

it('a worker that resumes after a pause does not change an import another one finished', async () => {
  const people = Array.from({ length: 1_400 }, (_, index) => `Person ${index}`)
  const { importId } = await upload(`firstName\n${people.join('\n')}\n`)
  await start(importId)
  const payload = { advisorId: client.advisorId, uploadId: importId, traceId: null }
  const { signal } = new AbortController()
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
  // It pauses before its third transaction: the upload is read and the first batch is about to be written.
  let transactions = 0
  const paused = new Proxy(server.database, {
    get: (pool, name) => {
      const value: unknown = Reflect.get(pool, name)
      if (name !== 'connect') return typeof value === 'function' ? value.bind(pool) : value
      return async () => {
        transactions += 1
        if (transactions === 3) await resumed
        return pool.connect()
      }
    },
  })
  const stalling = importUpload.handle(payload, { database: paused, signal })
  await eventually('it is paused', () => transactions === 3)
  await importUpload.handle(payload, { database: server.database, signal })
  resume()
  await expect(stalling).rejects.toBeInstanceOf(ImportTakenOver)
  expect(await read(importId)).toMatchObject({ state: 'finished', created: 1_400 })
  expect((await client.ok(appOperations.listContacts)).pageInfo.totalRecord).toBe(1_400)
})
