import type { FirmPolicySettings, FirmPolicyTextCheck } from '@parley/contract'
import { countOf } from '../../lib/count-of.ts'

type TextField = FirmPolicyTextCheck['field']
type NumberField = 'askAgainAfterHours' | 'askAgainAfterNoDays' | 'declinesMost'

interface TextWords {
  readonly field: TextField
  readonly label: string
  readonly lead: string
  /** What the client wrote before it. */
  readonly after: string | undefined
}

export const textFields: readonly TextWords[] = [
  {
    field: 'consentRequestText',
    label: 'Consent request',
    lead: 'Asks a client to agree.',
    after: undefined,
  },
  {
    field: 'optInConfirmationText',
    label: 'Confirmation of YES',
    lead: 'Sent when a client agrees.',
    after: 'YES',
  },
  { field: 'helpText', label: 'Answer to HELP', lead: 'Sent when a client asks for help.', after: 'HELP' },
  {
    field: 'stopConfirmationText',
    label: 'Confirmation of STOP',
    lead: 'The last text that a client gets.',
    after: 'STOP',
  },
]

export const numberFields: readonly {
  readonly field: NumberField
  readonly label: string
  /** Singular. */
  readonly unit: 'hour' | 'day' | 'NO'
  readonly least: number
  readonly most: number
}[] = [
  {
    field: 'askAgainAfterHours',
    label: 'Ask again after no answer',
    unit: 'hour',
    least: 0,
    most: 8_760,
  },
  {
    field: 'askAgainAfterNoDays',
    label: 'Ask again after a NO',
    unit: 'day',
    least: 0,
    most: 3_650,
  },
  { field: 'declinesMost', label: 'Never ask again after', unit: 'NO', least: 1, most: 10 },
]

export const unitLabels = { hour: 'Hours', day: 'Days', NO: 'Number of NOs' } as const

/** A number with its unit: 24 hours. */
export function numberWords(value: number, unit: (typeof numberFields)[number]['unit']): string {
  if (unit === 'NO') return value === 1 ? 'one NO' : `${value} times NO`
  return value === 0 ? 'At once' : countOf(value, unit)
}

export const settingLabels: Readonly<Record<keyof FirmPolicySettings, string>> = {
  isConsentRequired: 'Consent required',
  consentRequestText: 'Consent request',
  optInConfirmationText: 'Confirmation of YES',
  helpText: 'Answer to HELP',
  stopConfirmationText: 'Confirmation of STOP',
  askAgainAfterHours: 'Ask again after no answer (hours)',
  askAgainAfterNoDays: 'Ask again after a refusal (days)',
  declinesMost: 'Refusals until nobody asks again',
}

export function settingWords(value: FirmPolicySettings[keyof FirmPolicySettings]): string {
  if (value === null) return 'None: clients are not asked'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
