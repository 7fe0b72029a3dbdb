import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseEntryLine, parseManifest, printEntryLine, writeZip, Zip } from '../../src/index.ts'
import { textOf, utf8 } from '../hex.ts'
import { entriesOf } from './attack.ts'
import { judge, sourceOf } from './judge.ts'
import { bundleBytes, inputOf } from './seal-history.ts'
import { victims } from './victims.ts'

type Change = (text: string) => string

const [victim] = victims
if (!victim) throw new Error('no victim')
const bundle = await bundleBytes(inputOf(victim.log, 0))

/** The bundle with one file changed, and the manifest agreeing with it: nobody signs the manifest. */
async function changed(path: string, change: Change): Promise<Uint8Array> {
  const zip = await Zip.open(sourceOf(bundle))
  const read = async (name: string): Promise<Uint8Array> =>
    (await zip.read(name, 2 ** 24)) ?? new Uint8Array()
  const content = utf8(change(textOf(await read(path))))
  const [before, after] = [await read(path), content].map(bytes =>
    createHash('sha256').update(bytes).digest('hex'),
  )
  async function* files() {
    for (const name of zip.paths) {
      if (name === path) yield { path, content }
      else if (name !== 'manifest.json') yield { path: name, content: await read(name) }
      else
        yield {
          path: name,
          content: utf8(textOf(await read(name)).replace(before ?? '', after ?? '')),
        }
    }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(files())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

const entryForms: readonly (readonly [string, Change])[] = [
  ['a forged text before the real one', text => text.replace('"h":', '"h":"FORGED","h":')],
  ['forged facts before the real ones', text => text.replace('"f":', '"f":"FORGED","f":')],
  ['another number before the real one', text => text.replace('"n":', '"n":9,"n":')],
  ['a needless escape', text => text.replace('"h":', String.raw`"\u0068":`)],
  ['white space', text => text.replace('"h":', '"h": ')],
  ['a carriage return at its end', text => text.replace('\n', '\r\n')],
  ['a number in another form', text => text.replace('"n":1,', '"n":1.0,')],
]

describe('a line of entries', () => {
  it.each(entryForms)('with %s is refused', async (_, change) => {
    expect((await judge(bundle)).exitCode).toBe(0)
    const report = await judge(await changed('entries/0001.jsonl', change))
    expect(report.verdicts.find(({ name }) => name === 'authentic')).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('is not written in the one form'),
    })
    expect(report.exitCode).toBe(1)
  })

  it('is accepted as the writer prints it, whatever is in the text', () => {
    const [entry] = entriesOf(victim.log).filter(({ content }) => content.shown === 'all')
    if (entry?.content.shown !== 'all') throw new Error('not salted')
    const { owner: _owner, atMs: _atMs, ...shown } = entry as typeof entry & { owner: number; atMs: number }
    for (const text of ['"\\/\b\t\n\f\r', '\u0000\u001f\u007f', '\u2028\u2029', 'é✅𝄞\ufeff', '']) {
      const odd = { ...shown, content: { ...entry.content, facts: text } }
      expect(parseEntryLine(printEntryLine(odd).slice(0, -1))).toEqual(odd)
    }
  })
})

const manifestForms: readonly (readonly [string, Change])[] = [
  ['another owner before the real one', text => text.replace('"name":', '"name": "FORGED",\n    "name":')],
  ['another period before the real one', text => text.replace('"from":', '"from": "FORGED",\n    "from":')],
  ['a member that is not read', text => text.replace('"madeAt":', '"reviewedBy": "SEC",\n  "madeAt":')],
  ['other white space', text => JSON.stringify(JSON.parse(text))],
]

describe('a manifest', () => {
  it.each(manifestForms)('with %s is refused', async (_, change) => {
    const report = await judge(await changed('manifest.json', change))
    expect(report.outcome).toBe('unreadable')
    expect(report.words).toContain('manifest.json is not written in the one form')
  })

  it('is read as the writer prints it', async () => {
    const zip = await Zip.open(sourceOf(bundle))
    const bytes = (await zip.read('manifest.json', 2 ** 24)) ?? new Uint8Array()
    expect(parseManifest(bytes).asked).toEqual(inputOf(victim.log, 0).asked)
  })
})
