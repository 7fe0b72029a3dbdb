import type { BundleEntry, BundleFile } from '@parley/evidence'
import { type Html, html, trusted } from '../../platform/http/pages/html.ts'

interface Asked {
  readonly advisor: string
  readonly phone: string | null
}

interface Line {
  readonly at: string
  readonly what: string
  readonly phone: string
  readonly text: string
  readonly seq: number
}

/** More would make a page that no browser shows; all of them are in the entries. */
const linesMax = 20_000
/** Of all texts together: a client may send long ones, and no string has more than 512 Mi characters, of which an apostrophe takes five. */
const textMax = 2 ** 24

const words: Readonly<Record<string, string>> = {
  'message.accepted': 'Text from the advisor',
  'message.received': 'Reply',
  'message.refused': 'Refused, not sent',
  'message.submitted': 'Handed to the carrier',
  'message.delivered': 'Delivered',
  'message.undelivered': 'Not delivered',
  'message.failed': 'Failed',
}

/** The pages of a bundle that a person reads. They prove nothing themselves, and say so. */
export class EvidencePages {
  readonly #asked: Asked
  readonly #lines: Line[] = []
  #textLength = 0
  #left = 0

  constructor(asked: Asked) {
    this.#asked = asked
  }

  /** Notes what the entries say as they go by. */
  async *watch(entries: AsyncIterable<BundleEntry>): AsyncGenerator<BundleEntry, void> {
    for await (const entry of entries) {
      const line = lineOf(entry)
      if (line) this.#note(line)
      yield entry
    }
  }

  #note(line: Line): void {
    this.#textLength += line.text.length
    const isFull = this.#left > 0 || this.#lines.length >= linesMax || this.#textLength > textMax
    if (isFull) this.#left += 1
    else this.#lines.push(line)
  }

  /** After all entries have been read. */
  *files(): Generator<BundleFile, void> {
    yield { path: 'README.html', content: bytesOf(page('What is in this bundle', readme(this.#asked))) }
    yield { path: 'human/index.html', content: bytesOf(page('Texts and consent', this.#conversation())) }
  }

  #conversation(): Html {
    const rows = this.#lines.map(
      ({ at, what, phone, text, seq }) =>
        html`<tr><td>${seq}</td><td>${at.replace('T', ' ').replace('Z', ' UTC')}</td><td>${what}</td><td>${phone}</td><td>${text}</td></tr>`,
    )
    return html`<p>In the order of the log. Times are those of the service; the verifier says what is proved about them.</p>
<table><thead><tr><th>No.</th><th>Time</th><th>What</th><th>Number</th><th>Text</th></tr></thead><tbody>${rows}</tbody></table>
${this.#left > 0 && html`<p>${this.#left} more are in the folder <code>entries</code>.</p>`}`
  }
}

function lineOf({ seq, content }: BundleEntry): Line | undefined {
  if (content.shown !== 'all' && content.shown !== 'old') return undefined
  const head = JSON.parse(content.shown === 'all' ? content.head : content.entry) as {
    readonly kind: string
    readonly at: string
    readonly facts?: Facts
  }
  const facts = content.shown === 'all' ? (JSON.parse(content.facts) as Facts) : (head.facts ?? {})
  const what = words[head.kind] ?? (head.kind.startsWith('consent.') ? consentWords(facts) : undefined)
  if (what === undefined) return undefined
  const isText = head.kind === 'message.accepted' || head.kind === 'message.received'
  return {
    at: head.at,
    what,
    phone: [facts.to, facts.from, facts.phone].find(value => typeof value === 'string') ?? '',
    text: isText && typeof facts.text === 'string' ? facts.text : '',
    seq,
  }
}

interface Facts {
  readonly to?: string
  readonly from?: string
  readonly phone?: string
  readonly text?: string
  readonly after?: string
}

const consentWords = ({ after }: Facts): string =>
  after === undefined ? 'Consent recorded' : `Consent is now: ${after.replaceAll('_', ' ')}`

const readme = ({ advisor, phone }: Asked): Html =>
  html`<p>This file proves what was texted ${phone === null ? 'by' : `between ${phone} and`} ${advisor}: that the entries are authentic, that none is missing, and in which order they were written.
The pages here are for reading only. <strong>Check the proof before you rely on them.</strong></p>
<h2>How to check it</h2>
<ol><li>Get the verifier <code>verify.html</code>, and the policy with the keys of the log, from somebody you trust. Not from whoever gave you this file.</li>
<li>Open <code>verify.html</code> in a browser. It needs no network and sends nothing.</li>
<li>Drop this zip file, and your policy, onto it.</li></ol>
<p>Or on a command line: <code>parley verify bundle.zip --policy policy.txt</code></p>
<h2>What is in it</h2>
<table><tbody>
<tr><td><a href="human/index.html">human/index.html</a></td><td>the texts and changes of consent, to read</td></tr>
<tr><td>entries/</td><td>the entries themselves, exactly the bytes that were sealed</td></tr>
<tr><td>checkpoint, checkpoints/</td><td>what the log signed, and when others cosigned it</td></tr>
<tr><td>proof/</td><td>hashes that connect each entry with the checkpoint</td></tr>
<tr><td>manifest.json</td><td>who asked for it and when, and a hash of each file</td></tr>
<tr><td>policy.txt</td><td>the keys, as the operator states them</td></tr></tbody></table>`

const style = trusted(
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #8884;overflow-wrap:anywhere}h1{font-size:1.6rem}h2{font-size:1.2rem}',
)

const page = (title: string, body: Html): Html =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const bytesOf = (markup: Html): Uint8Array => Buffer.from(markup.text)
