// Stands for your database: what must survive a restart, in one file.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SendState, Tokens } from '@parley/sdk'

export interface Text {
  readonly id: string
  /** The advisor it is sent for. */
  readonly advisor: string
  readonly recipient: string
  readonly state: SendState
  /** Delivery status, once it was sent. */
  readonly delivery?: string
  /** Why it could not go on. */
  readonly trouble?: string
}

export interface Store {
  tokensOf(advisor: string): Tokens | undefined
  saveTokens(tokens: Tokens): void
  texts(): Text[]
  saveText(text: Text): void
}

interface Data {
  /** Whoever reads these can text as the advisor: encrypt them in a database of yours. */
  readonly tokens: Record<string, Tokens>
  readonly texts: Record<string, Text>
}

export function openStore(file: string): Store {
  const data = read(file)
  const write = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(data, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    tokensOf: advisor => data.tokens[advisor],
    saveTokens: tokens => {
      data.tokens[tokens.advisor] = tokens
      write()
    },
    texts: () => Object.values(data.texts),
    saveText: text => {
      data.texts[text.id] = text
      write()
    },
  }
}

function read(file: string): Data {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Data
  } catch {
    return { tokens: {}, texts: {} }
  }
}
