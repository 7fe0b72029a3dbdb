import type { InboundText } from './carrier.ts'
import type { CarrierDescription } from './create-carrier.ts'
import { fetchMissedTexts } from './twilio/fetch-missed-texts.ts'
import { completeSettings } from './twilio/settings.ts'

export type FetchedReplies =
  | { readonly texts: readonly InboundText[] }
  /** The carrier cannot say which replies there were. Never holds a secret, a number or a text. */
  | { readonly why: string }

/** All replies since a given time, oldest first, those that were delivered among them. */
export async function fetchReplies(description: CarrierDescription, since: Date): Promise<FetchedReplies> {
  if (description.kind === 'smpp') return { why: 'an SMPP carrier keeps no list of replies' }
  const fetched = await fetchMissedTexts(completeSettings(description.settings), since)
  if ('why' in fetched) return fetched
  return fetched.isComplete ? { texts: fetched.texts } : { why: 'there are too many texts to list' }
}
