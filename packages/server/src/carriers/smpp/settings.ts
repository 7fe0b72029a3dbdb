import type { DefaultAlphabet } from './codec/alphabets.ts'
import type { LongTexts } from './codec/segments.ts'
import type { IdForm } from './message-ids.ts'
import type { LinkSettings } from './session/open-link.ts'

/** How a carrier is reached and what is peculiar to it. All but the first five have values that suit most. */
export interface SmppSettings {
  /** Stored with what it took, so it never changes. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly tls?: NonNullable<LinkSettings['peer']['tls']>
  readonly systemType?: string
  readonly bindAs?: LinkSettings['bindAs']
  readonly binds?: number
  /** Texts that may be without an answer on each bind. */
  readonly window?: number
  readonly longTexts?: LongTexts
  readonly defaultAlphabet?: DefaultAlphabet
  /** How ids are written in the answer to a text and in its receipt, where that differs. */
  readonly submittedIds?: IdForm
  readonly receiptedIds?: IdForm
  /** Of the clock that receipts are dated by, in minutes east of UTC. */
  readonly receiptOffsetMinutes?: number
  /** Before the numbers that come without one, such as 1. */
  readonly countryCode?: string
  /** False where the carrier refuses the optional parameter user_message_reference. */
  readonly tellsReference?: boolean
  /** An optional parameter in which the carrier takes our whole reference. */
  readonly referenceTag?: number
  /** Statuses of an answer by which the carrier says that the recipient has opted out with it: each has its own. */
  readonly optedOutStatuses?: readonly number[]
  /** The same in the err field of a receipt. */
  readonly optedOutErrors?: readonly string[]
  readonly timings?: Partial<LinkSettings['timings']>
}

const timings: LinkSettings['timings'] = {
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 10_000,
  enquireLinkMs: 15_000,
  reconnectFirstMs: 500,
  reconnectMostMs: 30_000,
  throttleFirstMs: 250,
  throttleMostMs: 30_000,
}

export type WholeSettings = ReturnType<typeof completeSettings>

export function completeSettings(settings: SmppSettings) {
  const { host, port, systemId, password, tls, systemType } = settings
  return {
    name: settings.name,
    link: {
      peer: {
        host,
        port,
        systemId,
        password,
        ...(tls && { tls }),
        ...(systemType !== undefined && { systemType }),
      },
      bindAs: settings.bindAs ?? 'transceiver',
      binds: settings.binds ?? 1,
      window: settings.window ?? 10,
      timings: { ...timings, ...settings.timings },
    } satisfies LinkSettings,
    longTexts: settings.longTexts ?? 'udh8',
    defaultAlphabet: settings.defaultAlphabet ?? 'gsm',
    submittedIds: settings.submittedIds ?? 'text',
    receiptedIds: settings.receiptedIds ?? 'text',
    receiptOffsetMinutes: settings.receiptOffsetMinutes ?? 0,
    countryCode: settings.countryCode,
    tellsReference: settings.tellsReference ?? true,
    referenceTag: settings.referenceTag,
    optedOutStatuses: settings.optedOutStatuses ?? [],
    optedOutErrors: settings.optedOutErrors ?? [],
  } as const
}
