// The numbers of a contact, and what they mean.

/** ISO/IEC 5218. */
export const genders = { 0: 'not known', 1: 'male', 2: 'female', 9: 'not applicable' }
export const maritalStatuses = {
  0: 'not known',
  1: 'single',
  2: 'married',
  3: 'domestic partnership',
  4: 'separated',
  5: 'divorced',
  6: 'widowed',
}
/** Where a contact or group came from, by number. */
export const sources = ['Advisor app', 'Partner API', 'Texting', 'CRM', 'File import'] as const

/** States of an e-mail address, by number. */
export const emailStatuses = ['none', 'active', 'unsubscribed', 'bounced'] as const
