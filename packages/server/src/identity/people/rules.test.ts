import { describe, expect, it } from 'vitest'
import {
  emailMistake,
  identifierMistake,
  type Mistake,
  nameMistake,
  passwordMistake,
  phoneMistake,
  textedNameMistake,
  timeZoneMistake,
} from './rules.ts'

interface Cases {
  readonly rule: (text: string) => Mistake
  readonly accepted: readonly string[]
  readonly refused: readonly string[]
}

const rules: Record<string, Cases> = {
  name: {
    rule: nameMistake,
    accepted: [
      'A',
      'Harbor Wealth, LLC',
      'Zoë O’Brien',
      '山田 太郎',
      '👩‍💼',
      'n'.repeat(200),
      '😀'.repeat(100),
    ],
    refused: [
      '',
      ' ',
      ' Harbor',
      'Harbor\n',
      'n'.repeat(201),
      'a\u001b[31mb',
      'a\nb',
      'a\u202eb',
      'a\u2028b',
      'a\u0000b',
    ],
  },
  'name in texts': {
    rule: textedNameMistake,
    accepted: [
      'Avery Collins',
      'J.R. Smith, Ph.D.',
      'Harbor Wealth, LLC',
      'St. John & Sons Inc.',
      'Zoë O’Brien',
      '山田 太郎',
    ],
    refused: [
      '',
      'Claim your refund at http://evil.example/x',
      'evil.example',
      'www.evil',
      'EVIL.COM',
      'avery@evil.example',
      'a\u202eb',
    ],
  },
  identifier: {
    rule: identifierMistake,
    accepted: ['avery', '7', 'avery.quinn-2_b', 'a'.repeat(64)],
    refused: [
      'app_avery',
      '',
      'Avery',
      '.avery',
      '-avery',
      'a b',
      'avery@x',
      'zoë',
      'avery\n',
      'a'.repeat(65),
    ],
  },
  'e-mail': {
    rule: emailMistake,
    accepted: ['avery@example.com', "o'brien+texts@mail.harbor.example", 'zoë@bücher.example', 'a@b.co'],
    refused: [
      '',
      'avery',
      'avery@',
      '@example.com',
      'avery@localhost',
      'avery@example..com',
      'avery@-example.com',
      'a b@example.com',
      'a@b@example.com',
      'Avery <avery@example.com>',
      'avery@example.com\n',
      'avery\u0000@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b.'.repeat(130)}com`,
    ],
  },
  'time zone': {
    rule: timeZoneMistake,
    accepted: ['America/New_York', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'],
    refused: ['', 'New York', 'Mars/Base', '+05:00', '-0300', 'America/New_York ', 'America'],
  },
  phone: {
    rule: phoneMistake,
    accepted: ['+12025550123', '+12345678', '+123456789012345'],
    refused: [
      '',
      '12025550123',
      '+02025550123',
      '+1 202 555 0123',
      '+1234567',
      '+1234567890123456',
      '+12025550123\n',
      '+1２025550123',
    ],
  },
  password: {
    rule: passwordMistake,
    accepted: ['aaaaaaaaaaaa', 'correct horse', '😀'.repeat(12), 'a'.repeat(128)],
    refused: ['', 'a'.repeat(11), '😀'.repeat(11), 'a'.repeat(129)],
  },
}

describe.each(Object.entries(rules))('%s', (_, { rule, accepted, refused }) => {
  it.each(accepted)('accepts %j', text => {
    expect(rule(text)).toBeUndefined()
  })
  it.each(refused)('refuses %j in a sentence that does not repeat it', text => {
    expect(rule(text)).toMatch(/^The .*\.$/)
  })
})
