import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

let server: AdvisorApp
let client: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
  client = await server.welcome()
})
afterAll(() => server.close())

const upload = (body: string | Buffer) =>
  client.ok(appOperations.uploadContacts, { query: { fileName: 'contacts.csv' }, body })

describe('a hostile file', () => {
  it('is shown in whole characters, wherever it is truncated', async () => {
    const long = `${'x'.repeat(99)}😀`
    const draft = await upload(`firstName,${long}\nMaria,${long}\n`)
    expect(draft.columns[1]).toEqual({ title: 'x'.repeat(99), samples: ['x'.repeat(99)] })
  })

  it('in UTF-16, which may look like UTF-8, yields no contact and says why', async () => {
    const draft = await upload(Buffer.from('firstName\nMaria\n', 'utf16le'))
    expect(draft).toMatchObject({ created: 0, columns: [{ title: 'firstName', field: 'firstName' }] })
    expect(draft.notes[0]?.mistake).toMatch(/^No name, number or email in this row/)
  })

  it('does not block others, whatever its cells contain', async () => {
    const cell = `"x${"\t'".repeat(50_000)}"`
    const cpuBefore = process.cpuUsage()
    expect(await upload(`firstName,Notes\nMaria,${cell}\n`)).toMatchObject({ created: 1 })
    // It took 24 s when the rest of the cell was scanned for every apostrophe.
    expect(process.cpuUsage(cpuBefore).user / 1_000).toBeLessThan(5_000)
  })
})
