// Search parameters of each page. Everything else is ignored.

type Given = Record<string, unknown>

const words = (given: Given, name: string): string | undefined => {
  const value = given[name]
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined
}

const id = (given: Given, name: string): number | undefined => {
  const value = Number(given[name])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function oneOf<const Value extends string>(
  given: Given,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find(value => value === given[name])
}

function present<T extends Given>(params: T): Partial<T> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Partial<T>
}

export const inboxSearch = (given: Given) =>
  present({
    filter: oneOf(given, 'filter', ['unread', 'awaiting_consent', 'declined', 'failed']),
    search: words(given, 'search'),
  })

export const composeSearch = (given: Given) =>
  present({
    contactId: id(given, 'contactId'),
    groupId: id(given, 'groupId'),
    phone: words(given, 'phone'),
    text: words(given, 'text'),
  })

export const contactsSearch = (given: Given) =>
  present({
    page: id(given, 'page'),
    search: words(given, 'search'),
    groupId: id(given, 'groupId'),
    sortBy: oneOf(given, 'sortBy', ['email', 'groupCount', 'source', 'dateTimeCreated']),
    sortDirection: oneOf(given, 'sortDirection', ['desc']),
  })

export const importSearch = (given: Given) => present({ importId: id(given, 'importId') })

export const searchOnly = (given: Given) =>
  present({ search: words(given, 'search'), page: id(given, 'page') })

export const scheduledSearch = (given: Given) =>
  present({
    view: oneOf(given, 'view', ['calendar', 'held', 'past', 'cancelled']),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(given['month'])) ? String(given['month']) : undefined,
    schedule: id(given, 'schedule'),
    page: id(given, 'page'),
  })

export const librarySearch = (given: Given) =>
  present({
    search: words(given, 'search'),
    page: id(given, 'page'),
    type: oneOf(given, 'type', ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent']),
  })
