import { JSONParser } from '@streamparser/json'
import { UnreadableError } from '../../files/unreadable.ts'
import type { GivenItem } from '../given-item.ts'
import { fieldNamed } from './fields.ts'

/** A list of objects, or JSON lines: one object after the other. */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<GivenItem> {
  let parser: JSONParser | undefined
  let values: unknown[] = []
  let count = 0
  const drain = function* (): Generator<GivenItem> {
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

function itemOf(place: string, value: unknown): GivenItem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { place, mistake: 'is not an object' }
  }
  const item: { -readonly [Field in keyof GivenItem]: GivenItem[Field] } = { place }
  for (const [name, content] of Object.entries(value)) {
    const field = fieldNamed(name)
    if (field === undefined) continue
    if (typeof content === 'string' || typeof content === 'number') item[field] ??= String(content)
  }
  return item
}
