/** Where a contact or group came from, by number. */
export const sources = ['Advisor app', 'Partner API', 'Texting', 'CRM', 'File import'] as const

export type Source = (typeof sources)[number]

export const sourceNumber = (source: Source): number => sources.indexOf(source)
