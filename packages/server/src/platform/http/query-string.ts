import { hasTooManyParameters, parametersMax } from './parameter-limit.ts'
import { plusAsSpace } from './plus-as-space.ts'

const problemKey: unique symbol = Symbol('why the query string is refused')

/** A parsed query. A repeated parameter is a list. */
export type Query = Record<string, string | string[]> & { [problemKey]?: string }

export const queryProblem = (query: object): string | undefined => (query as Query)[problemKey]

/**
 * The router calls this where a throw would crash the process, so an error is part of the result. Node's own parsers replace
 * invalid UTF-8, which would silently alter archived text.
 */
export function parseQueryString(text: string): Query {
  const query = Object.create(null) as Query
  if (hasTooManyParameters(text)) {
    query[problemKey] = `has more than ${parametersMax} parameters`
    return query
  }
  for (const pair of text === '' ? [] : text.split('&')) {
    if (pair === '') continue
    const separator = pair.indexOf('=')
    const key = decode(separator === -1 ? pair : pair.slice(0, separator))
    const value = decode(separator === -1 ? '' : pair.slice(separator + 1))
    if (key === undefined || value === undefined) query[problemKey] = 'is not valid percent-encoded UTF-8'
    else if (key.includes('\0') || value.includes('\0')) query[problemKey] = 'holds a NUL character'
    else if (/^(__proto__|constructor|prototype)\b/.test(key)) query[problemKey] = 'uses a reserved name'
    else {
      const known = query[key]
      query[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
    }
  }
  return query
}

/** A plus sign means a space, except before a leading digit: people type phone=+12025550123. */
function decode(part: string): string | undefined {
  if (!/[%+]/.test(part)) return part
  try {
    return decodeURIComponent(plusAsSpace(part.replace(/^\+(?=[0-9])/, '%2B')))
  } catch {
    return undefined
  }
}
