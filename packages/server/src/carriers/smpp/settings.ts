import type { DefaultAlphabet } from '../../platform/smpp/codec/alphabets.ts'
import type { LongTexts } from '../../platform/smpp/codec/segments.ts'
import type { LinkSettings } from '../../platform/smpp/session/open-link.ts'
import type { IdForm } from './message-ids.ts'

/** Connection and peculiarities of a carrier. All but the first five have defaults that suit most. */
export interface SmppSettings {
  /** Stored with every submitted text, so it never changes. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly tls?: NonNullable<LinkSettings['peer']['tls']> | undefined
  readonly systemType?: string
  readonly bindAs?: LinkSettings['bindAs']
  readonly binds?: number
  /** Texts in flight per bind. */
  readonly window?: number
  readonly longTexts?: LongTexts
  readonly defaultAlphabet?: DefaultAlphabet
  /** Format of ids in submit responses and in receipts, if they differ. */
  readonly submittedIds?: IdForm
  readonly receiptedIds?: IdForm
  /** Time zone of receipt dates, in minutes east of UTC. */
  readonly receiptOffsetMinutes?: number
  /** Prefix for numbers without a country code, such as 1. */
  readonly countryCode?: string
  /** False if the carrier rejects the optional parameter user_message_reference. */
  readonly tellsReference?: boolean
  /** An optional parameter in which the carrier accepts our full reference. */
  readonly referenceTag?: number
  /** Response statuses that mean the recipient has opted out at the carrier. They differ between carriers. */
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
