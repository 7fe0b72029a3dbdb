import { type BundleEntry, writeZip, Zip, type ZipContent } from '@parley/evidence'
import { expect, it } from 'vitest'
import { EvidencePages } from './evidence-pages.ts'

const replyOf = (seq: number, text: string): BundleEntry => ({
  index: seq,
  seq,
  previous: new Uint8Array(32),
  content: {
    shown: 'all',
    head: JSON.stringify({ at: '2026-05-01T00:00:00.000Z', kind: 'message.received' }),
    headSalt: new Uint8Array(16),
    facts: JSON.stringify({ from: '+12025550148', text }),
    factsSalt: new Uint8Array(16),
  },
})

async function conversation(replies: number, text: string): Promise<Uint8Array> {
  const pages = new EvidencePages({ advisor: 'Avery', phone: '+12025550148' })
  async function* entries(): AsyncGenerator<BundleEntry> {
    for (let seq = 1; seq <= replies; seq += 1) yield replyOf(seq, text)
  }
  for await (const entry of pages.watch(entries())) expect(entry.seq).toBeGreaterThan(0)
  return [...pages.files()].find(({ path }) => path === 'human/index.html')?.content ?? new Uint8Array()
}

it.each(["'", '"', '<', 'a', '\u{1f600}'])(
  'a client who sends %j again and again does not make the bundle unreadable',
  async sign => {
    const page = await conversation(1000, sign.repeat(1600))
    async function* files(): AsyncGenerator<ZipContent> {
      yield {
        path: 'human/index.html',
        content: (async function* () {
          yield page
        })(),
      }
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of writeZip(files())) chunks.push(chunk)
    const bytes = new Uint8Array(Buffer.concat(chunks))
    const zip = await Zip.open({
      size: bytes.length,
      read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    })
    expect(zip.bytesOf('human/index.html')).toBe(page.length)
  },
)

it('the page for people ends before it is too long, and says how many entries are left', async () => {
  const page = Buffer.from(await conversation(2000, "'".repeat(17_085))).toString()
  const rows = page.match(/<td>Reply<\/td>/g)?.length ?? 0
  expect(rows).toBe(Math.floor(2 ** 24 / 17_085))
  expect(page).toContain(`${2000 - rows} more are in the folder <code>entries</code>.`)
})
