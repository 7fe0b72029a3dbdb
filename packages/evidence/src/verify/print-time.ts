/** A time for people, to the second. What is no time in UTC is shown as it is. */
export const printTime = (at: string | undefined): string =>
  at !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/.test(at)
    ? `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
    : (at ?? 'an unknown time')
