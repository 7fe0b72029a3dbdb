// Requirements for an item of the library.
import { type ContentType, contentTypeOf, contentTypes } from './content-type.ts'
import type { RawItem } from './raw-item.ts'

export interface CheckedItem {
  readonly key: string
  readonly type: ContentType
  readonly title: string
  readonly url: string
  readonly summary: string
  /** Null: unknown. */
  readonly publishedAt: Date | null
}

type Checked =
  | { readonly item: CheckedItem; readonly mistake?: undefined }
  | { readonly item?: undefined; readonly mistake: string }

const titleCharactersMax = 300
const urlCharactersMax = 2_000
const keyCharactersMax = 500
/** Longer ones are truncated: the library finds items, it does not store them. */
const summaryCharactersMax = 4_000

/** An error continues the item's position, as in: line 12 has no title. */
export function checkItem(given: RawItem, defaultType: ContentType | undefined): Checked {
  if (given.mistake !== undefined) return { mistake: given.mistake }

  const title = oneLine(given.title)
  if (title === '') return { mistake: 'has no title' }
  if (charactersOf(title) > titleCharactersMax) {
    return { mistake: `has a title of more than ${titleCharactersMax} characters` }
  }

  const url = webAddress(oneLine(given.url))
  if (typeof url !== 'string') return url

  const typeText = oneLine(given.type)
  const type = typeText === '' ? (defaultType ?? given.usualType) : contentTypeOf(typeText)
  if (type === undefined) {
    const mistake = typeText === '' ? 'names no type' : `has the unknown type ${quoted(typeText)}`
    return { mistake: `${mistake}: it must be one of ${contentTypes.join(', ')}` }
  }

  const key = oneLine(given.key) || url
  if (key !== url && charactersOf(key) > keyCharactersMax) {
    return { mistake: `has a key of more than ${keyCharactersMax} characters` }
  }

  const dateText = oneLine(given.published)
  const publishedAt = dateText === '' ? null : instantOf(dateText)
  if (publishedAt === undefined) {
    return { mistake: `has the date ${quoted(dateText)}, which is not written like 2026-03-09` }
  }

  const summary = [...oneLine(given.summary)].slice(0, summaryCharactersMax).join('')
  return { item: { key, type, title, url, summary, publishedAt } }
}

const charactersOf = (text: string): number => [...text].length

const quoted = (text: string): string => `"${[...text].slice(0, 40).join('')}"`

/** Control characters act in terminals, and direction marks can make a title read differently. */
function oneLine(text = ''): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function webAddress(text: string): string | { readonly mistake: string } {
  if (text === '') return { mistake: 'has no url' }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { mistake: `has the url ${quoted(text)}, which does not start with https:// or http://` }
  }
  if (url.href.length > urlCharactersMax) {
    return { mistake: `has a url of more than ${urlCharactersMax} characters` }
  }
  return url.href
}

const rfc3339 =
  /^(?<day>[12]\d{3}-[01]\d-[0-3]\d)(?:[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-][0-2]\d:?[0-5]\d)?)?$/i
const rfc822 =
  /^(?:[a-z]{3}, ?)?\d{1,2} [a-z]{3} [12]\d{3} [0-2]?\d:[0-5]\d(?::[0-5]\d)? (?:[a-z]{1,3}|[+-]\d{4})$/i

/** As in JSON, CSV and Atom, or as in RSS. Undefined for anything else: Date.parse accepts nearly everything. */
function instantOf(text: string): Date | undefined {
  const day = rfc3339.exec(text)?.groups?.['day']
  if (day === undefined && !rfc822.test(text)) return undefined
  if (day !== undefined && !isRealDay(day)) return undefined
  const hasZone = day === undefined || text === day || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10))
  const instant = new Date(hasZone ? text : `${text}Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

function isRealDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
