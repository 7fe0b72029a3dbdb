import { JSONParser } from '@streamparser/json'
import { UnreadableError } from '../../platform/files/unreadable.ts'
import type { RawItem } from '../raw-item.ts'
import { fieldNamed } from './fields.ts'

/** A list of objects, or JSON lines. */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<RawItem> {
  let parser: JSONParser | undefined
  let values: unknown[] = []
  let count = 0
  const drain = function* (): Generator<RawItem> {
    for (const value of values) {
      count += 1
      yield itemOf(`item ${count}`, value)
    }
    values = []
  }
  for await (const chunk of text) {
    const start = chunk.trimStart()
    if (!parser && start === '') continue
    parser ??= parserFor(start, value => values.push(value))
    attempt(() => parser?.write(chunk), count)
    yield* drain()
  }
  if (!parser) throw new UnreadableError('it is empty')
  if (!parser.isEnded) attempt(() => parser?.end(), count)
  yield* drain()
}

function parserFor(start: string, onValue: (value: unknown) => void): JSONParser {
  const isList = start.startsWith('[')
  if (!isList && !start.startsWith('{'))
    throw new UnreadableError('it is neither a list nor lines of objects')
  const parser = new JSONParser(
    isList ? { paths: ['$.*'], keepStack: false } : { paths: ['$'], keepStack: false, separator: '' },
  )
  parser.onValue = ({ value }) => onValue(value)
  return parser
}

function attempt(step: () => void, count: number): void {
  try {
    step()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UnreadableError(`after item ${count}: ${why}`)
  }
}

function itemOf(place: string, value: unknown): RawItem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { place, mistake: 'is not an object' }
  }
  const item: { -readonly [Field in keyof RawItem]: RawItem[Field] } = { place }
  for (const [name, content] of Object.entries(value)) {
    const field = fieldNamed(name)
    if (field === undefined) continue
    if (typeof content === 'string' || typeof content === 'number') item[field] ??= String(content)
  }
  return item
}
