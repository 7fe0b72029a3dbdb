import type { Scope } from '@parley/contract'

interface Words {
  readonly allows: string
  readonly explains: string
}

/** What each scope lets an application do, in the advisor's words and in the order of their weight. */
export const scopeWords: Readonly<Record<Scope, Words>> = {
  'text.messaging.write': {
    allows: 'Send texts in your name',
    explains: 'Send and schedule texts from your number, and request consent.',
  },
  'text.messaging.read': {
    allows: 'See how your texting stands',
    explains: 'Who has consented, and whether your texts were delivered.',
  },
  'core.contacts.write': {
    allows: 'Change your contacts',
    explains: 'Add, edit and delete contacts and groups.',
  },
  'core.contacts.read': {
    allows: 'See your contacts',
    explains: 'Names, phone numbers, e-mail addresses and groups.',
  },
  'core.content.read': {
    allows: 'See your content library',
    explains: 'Articles, posts and other items that you may share.',
  },
  openid: {
    allows: 'Know who you are',
    explains: 'Your name, your firm and your identifier at Parley.',
  },
  offline_access: {
    allows: 'Stay connected',
    explains: 'Keep this access while you are away, until it is withdrawn.',
  },
}
