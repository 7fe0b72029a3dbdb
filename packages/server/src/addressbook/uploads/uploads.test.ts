import { appOperations, limits, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { runImports } from '../../../test/processes/run-imports.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { deleteOldDrafts } from './delete-old-drafts.ts'
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
const contacts = async () => (await client.ok(appOperations.listContacts)).data

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

describe('200: an upload', () => {
  it('reports what an import would do and changes nothing yet', async () => {
    const draft = await upload(three, 'clients.csv')
    expect(draft).toMatchObject({
      fileName: 'clients.csv',
      state: 'draft',
      lines: 4,
      linesDone: 0,
      created: 3,
      refused: 1,
      columns: [
        { title: 'First Name', field: 'firstName', samples: ['Maria', 'John', ''] },
        { title: 'Last Name', field: 'lastName', samples: ['Alvarez', 'Okafor', ''] },
        { title: 'Mobile', field: 'phone' },
        { title: 'Notes', samples: ['likes tea', '', 'nobody'] },
      ],
      duplicates: 0,
      doubtful: 1,
      encoding: 'utf-8',
      notes: [
        {
          line: 3,
          name: 'John Okafor',
          kind: 'doubt',
          mistake: 'Couldn’t read the phone number "555-0148" (imported without it)',
        },
        { line: 4, kind: 'refused', mistake: 'No name, number or email in this row' },
      ],
    })
    expect(draft.columns[3]).not.toHaveProperty('field')
    expect(await contacts()).toEqual([])
  })

  it('can be remapped column by column', async () => {
    const { importId } = await upload('Kunde;Handy\nMaria Alvarez;+12025550123\n;+12025550199\n')
    expect(await read(importId)).toMatchObject({ created: 0, refused: 2 })
    const body = { fields: ['firstName', 'phone'] }
    const mapped = await client.ok(appOperations.mapContactColumns, { params: { importId }, body })
    expect(mapped).toMatchObject({
      created: 2,
      refused: 0,
      columns: [{ field: 'firstName' }, { field: 'phone' }],
    })
    const nothing = await client.ok(appOperations.mapContactColumns, {
      params: { importId },
      body: { fields: [null, 'phone'] },
    })
    expect(nothing).toMatchObject({ created: 2, columns: [{ title: 'Kunde' }, { field: 'phone' }] })
  })

  it('is imported by the worker, every valid line once, into the chosen group', async () => {
    const { id: groupId } = await client.ok(sharedOperations.createGroup, { body: { name: 'From a file' } })
    const { importId } = await upload(three)
    expect(await start(importId, { groupId })).toMatchObject({ state: 'waiting', linesDone: 0 })
    const over = await finished(importId)
    expect(over).toMatchObject({ state: 'finished', lines: 4, linesDone: 4, created: 3, refused: 1, groupId })
    expect(over.dateTimeFinished).toBeDefined()
    const found = await contacts()
    expect(found.map(({ fullName, groupNames, source }) => [fullName, groupNames, source])).toEqual([
      ['John Okafor', ['From a file'], 4],
      ['Maria Alvarez', ['From a file'], 4],
      ['Zoë Lund', ['From a file'], 4],
    ])
    const { rows } = await server.database.query<{ actor: object }>(
      `select distinct entry->'actor' as actor from journal_entry where advisor_id = $1 and kind = 'contact.created'`,
      [client.advisorId],
    )
    expect(rows).toEqual([{ actor: { kind: 'advisor' } }])
    const kept = await server.owner.query('select bytes from contact_upload where id = $1', [importId])
    expect(kept.rows).toEqual([{ bytes: null }])
    expect((await client.ok(appOperations.listContactImports)).data).toMatchObject([{ importId, created: 3 }])
  })

  it('of 1,001 lines resumes after a worker died in the middle, and after one died at the end', async () => {
    const lines = Array.from({ length: 1_001 }, (_, index) => `Person ${index},+1303${5_550_000 + index}`)
    const { importId } = await upload(`firstName,phone\n${lines.join('\n')}\n`)
    await start(importId)
    const payload = { advisorId: client.advisorId, uploadId: importId, traceId: null }
    const dying = new AbortController()
    dying.abort(new Error('killed'))
    const context = { database: server.database, signal: dying.signal }
    // The first batch of five hundred is committed when it dies.
    await expect(importUpload.handle(payload, context)).rejects.toThrow('killed')
    expect(await read(importId)).toMatchObject({ state: 'running', linesDone: 500, lines: 1_001 })
    expect(await finished(importId)).toMatchObject({ state: 'finished', created: 1_001 })
    // The worker died before recording the end: the same job runs again.
    await server.owner.query(`update contact_upload set state = 'running', bytes = $2 where id = $1`, [
      importId,
      Buffer.from(`firstName,phone\n${lines.join('\n')}\n`),
    ])
    await importUpload.handle(payload, { database: server.database, signal: new AbortController().signal })
    expect(await read(importId)).toMatchObject({ state: 'finished', created: 1_001 })
    const { pageInfo } = await client.ok(appOperations.listContacts)
    expect(pageInfo.totalRecord).toBe(1_001)
  })

  it('that was already imported says so, and is imported again only on request', async () => {
    const first = await upload(three)
    await start(first.importId)
    await finished(first.importId)
    const second = await upload(three)
    expect(second.dateTimeImportedBefore).toBeDefined()
    const refused = await client.call(appOperations.startContactImport, {
      params: { importId: second.importId },
      body: {},
    })
    expect([refused.status, refused.problem.code]).toEqual([409, 'conflict'])
    await start(second.importId, { again: true })
    // John has no number that tells him from another John Okafor.
    expect(second).toMatchObject({ created: 1, duplicates: 2 })
    expect(await finished(second.importId)).toMatchObject({ state: 'finished', created: 1, duplicates: 2 })
    expect(await contacts()).toHaveLength(4)
  })

  it('fails with a message if the group was deleted, and imported contacts stay', async () => {
    const { id: groupId } = await client.ok(sharedOperations.createGroup, { body: { name: 'Gone' } })
    const { importId } = await upload(three)
    await start(importId, { groupId })
    await client.ok(sharedOperations.deleteGroup, { params: { groupId } })
    expect(await finished(importId)).toMatchObject({
      state: 'failed',
      problem: 'The address book has no group with this id.',
    })
  })

  it('returns every rejected line as a file', async () => {
    const { importId } = await upload(three)
    const answer = await client.call(appOperations.downloadRefusals, { params: { importId } })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="lines-to-fix.csv"')
    const lines = answer.text.trim().split('\r\n')
    expect(lines).toEqual([
      '"First Name","Last Name",Mobile,Notes,Line,"What to fix"',
      'John,Okafor,555-0148,,3,"Couldn’t read the phone number ""555-0148"" (imported without it)"',
      ',,,nobody,4,"No name, number or email in this row"',
    ])
  })

  it('is discarded by the advisor, by later uploads, or after a day', async () => {
    const { importId } = await upload(three)
    await client.ok(appOperations.discardContactImport, { params: { importId } })
    expect((await client.call(appOperations.getContactImport, { params: { importId } })).status).toBe(404)
    for (let index = 0; index < 7; index += 1) await upload(`firstName\nPerson ${index}\n`)
    expect((await client.ok(appOperations.listContactImports)).data).toHaveLength(5)
    await server.owner.query(
      `update contact_upload set created_at = now() - interval '25 hours'
      where advisor_id = $1 and id in (select id from contact_upload where advisor_id = $1 order by id limit 2)`,
      [client.advisorId],
    )
    await deleteOldDrafts(server.database)
    expect((await client.ok(appOperations.listContactImports)).data).toHaveLength(3)
  })
})

describe('400', () => {
  it.each([
    ['nothing', ''],
    ['a file that is no text', Buffer.from([0x66, 0x0a, 0xff, 0xfe, 0x00])],
    ['an Excel workbook', Buffer.from('PK\x03\x04...')],
    ['an open quotation mark', 'firstName\n"Maria\n'],
  ])('refuses %s', async (_what, body) => {
    const answer = await client.call(appOperations.uploadContacts, { query: { fileName: 'x.csv' }, body })
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_request'])
  })

  it('rejects columns that do not match the file, and an import without any contact', async () => {
    const { importId } = await upload('a,b\n1,2\n')
    const map = (fields: unknown) =>
      client.call(appOperations.mapContactColumns, { params: { importId }, body: { fields } })
    expect((await map(['firstName'])).status).toBe(400)
    expect((await map(['firstName', 'firstName'])).status).toBe(400)
    expect((await map(['firstName', 'shoeSize'])).status).toBe(400)
    const nothing = await client.call(appOperations.startContactImport, { params: { importId }, body: {} })
    expect(nothing.status).toBe(400)
    await map(['firstName', null])
    const params = { importId }
    const group = await client.call(appOperations.startContactImport, { params, body: { groupId: 999_999 } })
    expect([group.status, group.problem.details]).toEqual([
      400,
      { errors: [expect.objectContaining({ path: '/groupId' })] },
    ])
  })
})

describe('404, 409, 413 and 415', () => {
  it('rejects an unknown import, and changes to one that has started', async () => {
    const { importId } = await upload(three)
    await start(importId)
    const answers = [
      await client.call(appOperations.startContactImport, { params: { importId }, body: {} }),
      await client.call(appOperations.discardContactImport, { params: { importId } }),
      await client.call(appOperations.mapContactColumns, { params: { importId }, body: { fields: [] } }),
      await client.call(appOperations.startContactImport, { params: { importId: 999_999 }, body: {} }),
      await client.call(appOperations.downloadRefusals, { params: { importId: 999_999 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 404, 404])
  })

  it('accepts up to five megabytes', async () => {
    const query = { fileName: 'large.csv' }
    const line = `Maria,${'x'.repeat(190)}\n`
    const large = `firstName,lastName\n${line.repeat(30_000)}`.slice(0, limits.uploadBytes)
    expect(large).toHaveLength(limits.uploadBytes)
    const taken = await client.call(appOperations.uploadContacts, { query, body: large })
    expect(taken.status, taken.text.slice(0, 200)).toBe(200)
    const refused = await client.call(appOperations.uploadContacts, { query, body: `${large}x` })
    expect([refused.status, refused.problem.detail]).toEqual([
      413,
      `The file is larger than ${limits.uploadBytes} bytes.`,
    ])
  })

  it('accepts up to a hundred thousand lines', async () => {
    const query = { fileName: 'long.csv' }
    const body = `firstName\n${'A\n'.repeat(limits.uploadLines + 1)}`
    const answer = await client.call(appOperations.uploadContacts, { query, body })
    expect([answer.status, answer.problem.detail]).toEqual([400, 'long.csv has more than 100000 lines.'])
  })

  it('accepts no other content type', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await client.call(appOperations.uploadContacts, {
      query: { fileName: 'x.json' },
      body: '{}',
      headers,
    })
    expect([answer.status, answer.problem.detail]).toEqual([415, 'Send the file as text/csv.'])
  })
})
