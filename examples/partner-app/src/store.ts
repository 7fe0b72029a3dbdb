// Stands for your database: what must survive a restart, in one file.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SendState, Tokens } from '@parley/sdk'

export interface Text {
  readonly id: string
  /** The advisor it is sent for. */
  readonly advisor: string
  readonly recipient: string
  readonly state: SendState
  /** Why it could not go on. */
  readonly trouble?: string
}

export interface Store {
  /** Whose tokens are stored. */
  advisors(): string[]
  tokensOf(advisor: string): Tokens | undefined
  saveTokens(tokens: Tokens): void
  texts(): Text[]
  saveText(text: Text): void
  /** Delivery status of a message, once an event has told it. */
  deliveryOf(messageId: number): string | undefined
  saveDelivery(messageId: number, status: string): void
  /** Up to where the advisor's events are handled. */
  cursorOf(advisor: string): string | undefined
  saveCursor(advisor: string, cursor: string): void
}

interface Data {
  /** Whoever reads these can text as the advisor: encrypt them in a database of yours. */
  readonly tokens: Record<string, Tokens>
  readonly texts: Record<string, Text>
  readonly deliveries: Record<number, string>
  readonly cursors: Record<string, string>
}

export function openStore(file: string): Store {
  const data = read(file)
  const write = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(data, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    advisors: () => Object.keys(data.tokens),
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
    deliveryOf: messageId => data.deliveries[messageId],
    saveDelivery: (messageId, status) => {
      data.deliveries[messageId] = status
      write()
    },
    cursorOf: advisor => data.cursors[advisor],
    saveCursor: (advisor, cursor) => {
      data.cursors[advisor] = cursor
      write()
    },
  }
}

function read(file: string): Data {
  const nothing: Data = { tokens: {}, texts: {}, deliveries: {}, cursors: {} }
  try {
    return { ...nothing, ...(JSON.parse(readFileSync(file, 'utf8')) as Data) }
  } catch {
    return nothing
  }
}
