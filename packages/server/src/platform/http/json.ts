import { Problem } from '../problem/problem.ts'

export const jsonLimits = { depth: 32, members: 1_000, items: 10_000 } as const

const utf8 = new TextDecoder('utf-8', { fatal: true })

const refuse = (detail: string): Problem => new Problem('invalid_request', detail)

/**
 * Parses a body so that the archive holds what the caller wrote: invalid UTF-8, characters that cannot be stored, duplicate
 * keys and names that reach into prototypes are rejected instead of silently altered.
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw refuse('The body is not valid UTF-8.')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's message quotes the body, so it is neither sent nor stored.
    throw refuse(text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
  inspect(text)
  return value
}

interface Frame {
  /** Keys seen so far; undefined in an array. */
  readonly keys: Set<string> | undefined
  /** The key or array index of the current value. */
  at: string | number
}

/** One scan of text that is known to be JSON. It finds what JSON.parse hides, such as duplicate keys. */
function inspect(text: string): void {
  const frames: Frame[] = []
  let awaitsKey = false
  let position = 0
  while (position < text.length) {
    const frame = frames.at(-1)
    const character = text[position]
    if (character === '"') {
      const end = endOfString(text, position)
      const string = readString(text, position, end)
      if (awaitsKey && frame?.keys) {
        checkKey(string, frame.keys, frames.at(-2)?.at)
        frame.at = string
        awaitsKey = false
      }
      position = end
      continue
    }
    if (character === '{' || character === '[') {
      if (frames.length === jsonLimits.depth) {
        throw refuse(`The body is nested more than ${jsonLimits.depth} levels deep.`)
      }
      const isObject = character === '{'
      frames.push({ keys: isObject ? new Set() : undefined, at: isObject ? '' : 0 })
      awaitsKey = isObject
    } else if (character === '}' || character === ']') {
      frames.pop()
      awaitsKey = false
    } else if (character === ',' && frame) {
      if (frame.keys) awaitsKey = true
      else countItem(frame)
    }
    position += 1
  }
}

function endOfString(text: string, start: number): number {
  let position = start + 1
  while (text[position] !== '"') position += text[position] === '\\' ? 2 : 1
  return position + 1
}

/** Only an escape can contain a NUL or half a surrogate pair: decoding rejected the raw forms. */
function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  const string = JSON.parse(text.slice(start, end)) as string
  if (string.includes('\0')) throw refuse('The body holds a NUL character, which cannot be stored.')
  if (!string.isWellFormed()) throw refuse('The body holds half of a surrogate pair, which cannot be stored.')
  return string
}

function checkKey(key: string, keys: Set<string>, parentKey: string | number | undefined): void {
  if (keys.has(key)) throw refuse('The body gives a key twice in one object.')
  if (key === '__proto__' || (key === 'prototype' && parentKey === 'constructor')) {
    throw refuse('The body uses a reserved key.')
  }
  keys.add(key)
  if (keys.size > jsonLimits.members)
    throw refuse(`An object in the body has more than ${jsonLimits.members} keys.`)
}

function countItem(frame: Frame): void {
  frame.at = Number(frame.at) + 1
  if (frame.at >= jsonLimits.items)
    throw refuse(`A list in the body has more than ${jsonLimits.items} items.`)
}
