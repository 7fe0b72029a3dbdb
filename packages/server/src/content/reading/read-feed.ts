import type { QualifiedTag, SAXParser, Tag } from 'sax'
import sax from 'sax'
import { UnreadableError } from '../../platform/files/unreadable.ts'
import type { RawItem } from '../raw-item.ts'
import type { ItemField } from './fields.ts'
import { plainText } from './plain-text.ts'

export type Feed = 'rss' | 'atom'

const atom = 'http://www.w3.org/2005/Atom'
const content = 'http://purl.org/rss/1.0/modules/content/'
const dublinCore = 'http://purl.org/dc/elements/1.1/'

/** Elements of each field. The first listed here wins. */
const elements: Readonly<Record<Feed, readonly (readonly [uri: string, name: string, field: ItemField])[]>> =
  {
    rss: [
      ['', 'title', 'title'],
      ['', 'link', 'url'],
      [atom, 'link', 'url'],
      ['', 'description', 'summary'],
      [content, 'encoded', 'summary'],
      ['', 'pubDate', 'published'],
      [dublinCore, 'date', 'published'],
      ['', 'guid', 'key'],
    ],
    atom: [
      [atom, 'title', 'title'],
      [atom, 'link', 'url'],
      [atom, 'summary', 'summary'],
      [atom, 'content', 'summary'],
      [atom, 'published', 'published'],
      [atom, 'updated', 'published'],
      [atom, 'id', 'key'],
    ],
  }

const textCharactersMax = 20_000

/** Parser position: outside an item, in an item, or in one of its fields. */
interface Field {
  readonly rank: number
  readonly field: ItemField
  readonly depth: number
  readonly isHtml: boolean
  text: string
}

/**
 * RSS 2.0 or Atom. The parser supports only the five entities of XML: entities declared by a document type, in the file or
 * elsewhere, are neither expanded nor fetched.
 */
export async function* readFeed(text: AsyncIterable<string>, wanted: Feed): AsyncGenerator<RawItem> {
  const reader = createFeedReader(wanted)
  for await (const chunk of text) yield* reader.write(chunk)
  yield* reader.close()
}

function createFeedReader(wanted: Feed): { write(chunk: string): RawItem[]; close(): RawItem[] } {
  const options = { xmlns: true, position: true, strictEntities: true }
  const parser = sax.parser(true, options)
  let failure: Error | undefined
  let items: RawItem[] = []
  let count = 0
  let depth = 0
  let found: Map<ItemField, { rank: number; text: string }> | undefined
  let field: Field | undefined

  const handlers: Pick<SAXParser, 'onerror' | 'onopentag' | 'ontext' | 'oncdata' | 'onclosetag'> = {
    onerror: error => {
      failure ??= error
    },
    onopentag: node => {
      const tag = qualified(node)
      depth += 1
      if (depth === 1) refuseOtherRoot(tag, wanted)
      else if (field) field.text += ' '
      else if (found) field = fieldOf(tag, wanted, depth)
      else if (tag.local === (wanted === 'rss' ? 'item' : 'entry')) found = new Map()
    },
    ontext: addText,
    oncdata: addText,
    onclosetag: name => {
      if (field?.depth === depth) {
        keep(field)
        field = undefined
      } else if (field) field.text += ' '
      else if (found && /^(?:.*:)?(?:item|entry)$/.test(name)) {
        count += 1
        items.push(itemOf(`item ${count}`, found))
        found = undefined
      }
      depth -= 1
    },
  }
  Object.assign(parser, handlers)

  function addText(piece: string): void {
    if (field && field.text.length < textCharactersMax) field.text += piece.slice(0, textCharactersMax)
  }

  function keep({ field: name, rank, text, isHtml }: Field): void {
    const known = found?.get(name)
    const value = isHtml ? plainText(text) : text
    if (value.trim() !== '' && (!known || rank < known.rank)) found?.set(name, { rank, text: value })
  }

  function advance(step: () => void): RawItem[] {
    step()
    if (failure) throw new UnreadableError(sentenceOf(failure, parser.line))
    const complete = items
    items = []
    return complete
  }

  return {
    write: chunk => advance(() => parser.write(chunk)),
    close: () => advance(() => parser.close()),
  }
}

const qualified = (tag: Tag | QualifiedTag): QualifiedTag => tag as QualifiedTag

function refuseOtherRoot({ local, uri }: QualifiedTag, wanted: Feed): void {
  const isWanted = wanted === 'rss' ? local === 'rss' : local === 'feed' && uri === atom
  if (!isWanted) throw new UnreadableError(`its outermost element is <${local}>`)
}

function fieldOf({ uri, local, attributes }: QualifiedTag, feed: Feed, depth: number): Field | undefined {
  const rank = elements[feed].findIndex(([ofUri, name]) => ofUri === uri && name === local)
  const field = elements[feed][rank]?.[2]
  if (field === undefined) return undefined
  const attribute = (name: string): string | undefined => attributes[name]?.value
  const isAtomLink = field === 'url' && uri === atom
  if (isAtomLink && (attribute('rel') ?? 'alternate') !== 'alternate') return undefined
  return {
    rank,
    field,
    depth,
    isHtml: feed === 'rss' ? field === 'title' || field === 'summary' : attribute('type') === 'html',
    text: isAtomLink ? (attribute('href') ?? '') : '',
  }
}

function itemOf(place: string, found: ReadonlyMap<ItemField, { readonly text: string }>): RawItem {
  const textOf = (field: ItemField): string | undefined => found.get(field)?.text.trim()
  const url = textOf('url')
  const key = textOf('key')
  return {
    place,
    usualType: 'WebContent',
    title: textOf('title'),
    // If an RSS item has no link, its guid may be one.
    url: url ?? key,
    summary: textOf('summary'),
    published: textOf('published'),
    key: keyAmongFeeds(key, url),
  }
}

/** Feeds of different sites may both have an item 17. */
function keyAmongFeeds(key: string | undefined, url: string | undefined): string | undefined {
  if (key === undefined || URL.canParse(key)) return key
  return `${URL.parse(url ?? '')?.host ?? ''} ${key}`
}

/** The parser's message has line, column and character on separate lines. */
function sentenceOf({ message }: Error, line: number): string {
  const [what = ''] = message.split('\n')
  return `line ${line + 1}: ${what}`
}
