import { gunzipSync } from 'node:zlib'
import type { Bystander } from '../load/bystanders.ts'
import type { Installation } from '../machine/installation.ts'
import type { FaultKind } from './kind.ts'
import { persist } from './persist.ts'

const lines = 3_000

/** Kills a worker during an import and an api during an export; both must end up complete. */
export const importAndExport: FaultKind = {
  name: 'import and export of a book, each killed in the middle',
  isPossible: ({ bystanders }) => bystanders.all.slice(0, 2).some(({ isBusy }) => !isBusy),
  run: async ({ installation, bystanders }, tell) => {
    const one = bystanders.all.find(({ isBusy }) => !isBusy) as Bystander
    one.isBusy = true
    try {
      await importFile(installation, one)
      one.contacts += lines
      tell(`${one.contacts} contacts`)
      await exportBook(installation, one)
    } finally {
      one.isBusy = false
    }
  },
}

async function importFile({ client, identity, workers }: Installation, one: Bystander): Promise<void> {
  const headers = { cookie: one.cookie, origin: identity.publicOrigin }
  const ask = async (method: 'GET' | 'POST', path: string, body?: string, contentType?: string) => {
    const outcome = await client.call({
      method,
      path: `/app/api${path}`,
      headers,
      ...(body !== undefined && { body, contentType: contentType ?? 'application/json' }),
    })
    if (outcome.kind !== 'answered') return undefined
    return {
      status: outcome.status,
      body: JSON.parse(outcome.body || '{}') as { importId: number; state: string; linesDone: number },
    }
  }
  // Different from earlier files; otherwise the import would be recognized as a repeat.
  const file = Array.from({ length: lines }, (_, index) => `Person ${one.contacts + index}`).join('\n')
  const { importId } = await persist('upload', async () => {
    const answer = await ask('POST', '/contact-imports?fileName=book.csv', `firstName\n${file}\n`, 'text/csv')
    return answer?.status === 200 ? answer.body : undefined
  })
  await persist('start of the import', async () => {
    const answer = await ask('POST', `/contact-imports/${importId}/start`, '{}')
    // An earlier attempt with a lost response may have started it.
    return answer?.status === 200 || answer?.status === 409 ? true : undefined
  })
  const read = async () => {
    const answer = await ask('GET', `/contact-imports/${importId}`)
    return answer?.status === 200 ? answer.body : undefined
  }
  await persist('first batch', async () => {
    const { state, linesDone } = (await read()) ?? {}
    return state === 'finished' || (linesDone ?? 0) > 0 ? true : undefined
  })
  const [worker] = workers.filter(({ isRunning }) => isRunning)
  await worker?.kill()
  const state = await persist('end of the import', async () => {
    const { state: now } = (await read()) ?? {}
    return now === 'finished' || now === 'failed' ? now : undefined
  })
  if (state !== 'finished') throw new Error(`the import is ${state}`)
}

async function exportBook({ client, identity, apis }: Installation, one: Bystander): Promise<void> {
  const headers = { cookie: one.cookie, origin: identity.publicOrigin, 'accept-encoding': 'gzip' }
  const download = async (): Promise<number | undefined> => {
    const outcome = await client.call({ method: 'GET', path: '/app/api/contacts-file', headers })
    if (outcome.kind !== 'answered' || outcome.status !== 200) return undefined
    return gunzipSync(outcome.bytes).toString().trimEnd().split('\r\n').length - 1
  }
  const first = download().catch(() => undefined)
  const [api] = apis.filter(({ isRunning }) => isRunning)
  await api?.kill()
  await first
  const count = await persist('export', () => download().catch(() => undefined))
  if (count !== one.contacts) throw new Error(`exported ${count} contacts of ${one.contacts}`)
}
