// The partner guides as HTML, so that the server needs no markdown library.
import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Marked, type RendererObject, type Tokens } from 'marked'

const overview = 'docs/partner/README.md'

/** Files of the repository that are no guides, and where an installation serves them. */
const servedElsewhere = new Map([['packages/contract/openapi.json', '/openapi.json']])

interface Section {
  readonly id: string
  readonly title: string
}

interface Guide {
  readonly address: string
  /** Short title, for the navigation. */
  readonly label: string
  readonly title: string
  readonly summary: string
  readonly sections: readonly Section[]
  readonly html: string
}

interface Row {
  readonly file: string
  readonly label: string
  readonly summary: string
}

/** The overview and every guide that its table lists, in that order. */
export function renderGuides(): string {
  const rows: readonly Row[] = [
    { file: overview, label: 'Guides', summary: 'All guides for partner developers.' },
    ...rowsOf(readFileSync(overview, 'utf8')),
  ]
  const addresses = new Map([...servedElsewhere, ...rows.map(({ file }) => [file, addressOf(file)] as const)])
  const [first, ...others] = rows.map(row => render(row, addresses))
  return `${JSON.stringify({ overview: first, guides: others }, null, 2)}\n`
}

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| \[([^\]]+)\]\(([^)#]+\.md)\) \| (.+) \|$/gm)].map(
    ([, label = '', target = '', cell = '']) => {
      const words = plain(cell)
      return {
        file: fileOf(target, overview),
        label,
        summary: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
      }
    },
  )
}

/** A README stands for its folder. */
function addressOf(file: string): string {
  if (file === overview) return '/docs/guides'
  const name = basename(file, '.md')
  return `/docs/guides/${name === 'README' ? basename(dirname(file)) : name}`
}

function render({ file, label, summary }: Row, addresses: ReadonlyMap<string, string>): Guide {
  const slugger = new GithubSlugger()
  const headings: (Section & { readonly depth: number })[] = []
  const marked = new Marked({
    renderer: {
      ...blocks,
      heading({ tokens, depth }) {
        const title = plain(tokens.map(({ raw }) => raw).join(''))
        const id = slugger.slug(title)
        headings.push({ id, title, depth })
        const words = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${id}">${words}</h1>\n`
        return `<h${depth} id="${id}">${words} <a class="anchor" href="#${id}" aria-label="Link to “${escape(title)}”">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = servedAddress(href, file, addresses)
        return target === undefined ? words : `<a href="${escape(target)}">${words}</a>`
      },
      html: ({ raw }) => {
        throw new Error(`${file} has HTML, which the guides do not need: ${raw}`)
      },
    },
  })
  const html = marked.parse(readFileSync(file, 'utf8'), { async: false })
  return {
    address: addressOf(file),
    label,
    title: headings.find(({ depth }) => depth === 1)?.title ?? label,
    summary,
    sections: headings.filter(({ depth }) => depth === 2).map(({ id, title }) => ({ id, title })),
    html,
  }
}

/** Nothing for a file that an installation does not serve: its words stay without a link. */
function servedAddress(
  href: string,
  file: string,
  addresses: ReadonlyMap<string, string>,
): string | undefined {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#', 2)
  const address = addresses.get(fileOf(path, file))
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`
}

const fileOf = (target: string, from: string): string => normalize(join(dirname(from), target))

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  console: 'Terminal',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  text: 'Output',
}

/** What is wider than a phone scrolls by itself, also by keyboard. */
const blocks: RendererObject = {
  code: ({ text, lang = '' }) => {
    const name = languageNames[lang]
    if (name === undefined)
      throw new Error(`A code block has the language "${lang}", which has no name here.`)
    return `<figure class="code ${lang}"><figcaption>${name}</figcaption><pre tabindex="0"><code>${escape(text)}\n</code></pre></figure>\n`
  },
  table({ header, rows }) {
    const cells = (row: readonly Tokens.TableCell[], name: 'th' | 'td'): string =>
      row
        .map(({ tokens, text }) => {
          const words = this.parser.parseInline(tokens)
          return name === 'th' && text !== '' ? `<th scope="col">${words}</th>` : `<td>${words}</td>`
        })
        .join('')
    const head = header.every(({ text }) => text === '')
      ? ''
      : `<thead><tr>${cells(header, 'th')}</tr></thead>`
    const body = rows.map(row => `<tr>${cells(row, 'td')}</tr>\n`).join('')
    return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>${head}<tbody>\n${body}</tbody></table></div>\n`
  },
  checkbox: () => '<span class="box" aria-hidden="true"></span> ',
}

/** The visible text of markdown, without link targets and without markup for emphasis and code. */
const plain = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
