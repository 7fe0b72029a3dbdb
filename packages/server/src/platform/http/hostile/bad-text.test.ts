import { limits } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { contacts, itRefuses, messages, post, useExampleServer } from '../../../../test/http/bad-requests.ts'
import { send } from '../../../../test/http/raw-client.ts'

const server = useExampleServer()

/** A message whose text is given as the bytes between the quotes. */
const written = (text: string | Buffer) =>
  post(
    messages,
    Buffer.concat([Buffer.from('{"phone":"+12025550123","text":"'), Buffer.from(text), Buffer.from('"}')]),
  )
const withField = (member: string) => post(messages, `{"text":"Hello","phone":"+12025550123",${member}}`)
const message = (text: string) => post(messages, { text, phone: '+12025550123' })

async function arrives(request: ReturnType<typeof post>): Promise<Buffer> {
  const { port, inputs } = server()
  const { status, body } = await send(port, request)
  expect(status, body).toBe(200)
  const { text } = (inputs.at(-1)?.body ?? {}) as { text?: string }
  return Buffer.from(text ?? '')
}

describe('text that would be altered before it is archived', () => {
  itRefuses(server, [
    { name: 'NUL', request: written('canary\\u0000'), hides: 'canary' },
    { name: 'NUL in an unknown field', request: withField('"a":"canary\\u0000"'), hides: 'canary' },
    { name: 'NUL in a key', request: withField('"canary\\u0000":1'), hides: 'canary' },
    { name: 'a bare NUL', request: written('canary\0'), hides: 'canary' },
    { name: 'a high surrogate alone', request: written('canary\\ud83d'), hides: 'canary' },
    { name: 'a low surrogate alone', request: written('canary\\ude00 '), hides: 'canary' },
    { name: 'surrogates in the wrong order', request: written('\\ude00\\ud83d') },
    { name: 'a surrogate alone in a key', request: withField('"\\ud83d":1') },
    ...Object.entries({
      'a byte that never occurs in UTF-8': [0xff],
      'a continuation byte alone': [0x80],
      'a truncated sequence': [0xe2, 0x82],
      'an overlong slash': [0xc0, 0xaf],
      'an overlong NUL': [0xc0, 0x80],
      'an overlong euro sign': [0xf0, 0x82, 0x82, 0xac],
      'a surrogate in three bytes': [0xed, 0xa0, 0xbd],
      'a pair of surrogates in three bytes each (CESU-8)': [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
      'a code point past the last': [0xf4, 0x90, 0x80, 0x80],
      'Latin-1': [0xe9],
    }).map(([name, bytes]) => ({
      name,
      request: written(Buffer.from([0x63, 0x61, 0x6e, 0x61, 0x72, 0x79, ...bytes])),
      hides: 'canary',
    })),
  ])
})

describe('text that must arrive byte for byte', () => {
  it.each(
    Object.entries({
      'an emoji joined by zero-width joiners': '👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈',
      'a right-to-left override': 'abc\u202edef\u202c \u2066x\u2069',
      'zero-width characters': 'a\u200bb\u200cc\u200dd\u2060e\ufefff',
      noncharacters: '\ufffe\uffff\ufdd0\u{1fffe}\u{10ffff}',
      'private use': '\ue000\u{f0000}',
      'a replacement character': '\ufffd',
      'a composed letter': 'é',
      'a decomposed letter': 'e\u0301',
      'compatibility forms': 'ﬁ ㎏ Å Å ｆｕｌｌ',
      'combining marks out of canonical order': 'a\u0323\u0307 a\u0307\u0323',
      'line separators': 'a\u2028b\u2029c\nd\te',
      'the extension of the GSM alphabet': '^{}\\[~]|€',
      'white space around it': ' \t\n padded \u00a0\u3000 ',
      'quotes and escapes': '"\\"/\\\\u0041 \\n',
      'a formula': '=HYPERLINK("http://x","y")',
      markup: '<script>alert(1)</script>',
      'a leading byte order mark': '\ufeffHello',
    }),
  )('keeps %s', async (_, text) => {
    expect(await arrives(message(text))).toEqual(Buffer.from(text))
  })

  it('reads an escape as its character', async () => {
    expect(await arrives(written('\\ud83d\\ude00 \\u00e9 \\/ \\ufffe'))).toEqual(Buffer.from('😀 é / \ufffe'))
  })

  it('ignores a byte order mark before the body', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(message('Hello').body ?? '')])
    expect(await arrives(post(messages, body))).toEqual(Buffer.from('Hello'))
  })
})

describe('the length of a text', () => {
  const { textCodeUnits: max } = limits
  itRefuses(server, [
    ...Object.entries({
      nothing: '',
      spaces: '   ',
      'line feeds': '\n\r\n\n',
      'tabs and no-break spaces': '\t\u00a0\u3000\u2003',
      'a byte order mark': '\ufeff',
      'invisible characters': '\u00a0\u200b\u3000\u2060\u00ad\u3164\u2800\ufe0f\u034f',
    }).map(([name, text]) => ({ name: `a text of ${name}`, request: message(text), says: 'visible' })),
    ...['\u0001', '\u0007', '\b', '\u001b', '\u007f', '\u0085', '\r', '\v'].map(control => ({
      name: `a control character, ${JSON.stringify(control)}`,
      request: message(`a${control}b`),
      says: 'control characters',
    })),
    { name: 'one character too many', request: message('x'.repeat(max + 1)), hides: 'xxx' },
    { name: 'one emoji too many', request: message('😀'.repeat(max / 2 + 1)), hides: '😀' },
    { name: 'one too many, of white space', request: message(`${'x'.repeat(max)}\n`), hides: 'xxx' },
    { name: '100,000 spaces behind it', request: message(`x${' '.repeat(100_000)}`) },
    { name: 'white space that counts inside', request: message(`a${' '.repeat(max - 1)}b`) },
    { name: '200,000 characters', request: message('x'.repeat(200_000)), hides: 'xxx' },
    {
      name: 'a name of 201 characters',
      request: post(contacts, { firstName: 'x'.repeat(201) }),
      hides: 'xxx',
    },
    { name: 'an empty name', request: post(contacts, { firstName: '' }) },
  ])

  it.each(
    Object.entries({
      'one character': 'x',
      'the most characters': 'x'.repeat(max),
      'the most emoji': '😀'.repeat(max / 2),
      'the most characters, with white space around': ` \n${'x'.repeat(max - 5)}\t  `,
      'a character that this release may not know': '\u{1fa8a}',
    }),
  )('accepts %s', async (_, text) => {
    expect(await arrives(message(text))).toEqual(Buffer.from(text))
  })
})
