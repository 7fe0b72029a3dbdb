import type { Scope } from '@parley/contract'

interface Words {
  readonly allows: string
  readonly explains: string
}

/** What each scope allows, in the advisor's words and in order of importance. */
export const scopeWords: Readonly<Record<Scope, Words>> = {
  'text.messaging.write': {
    allows: 'Send texts for you',
    explains: 'Send and schedule texts from your number, and request consent.',
  },
  'text.messaging.read': {
    allows: 'See your texting status',
    explains: 'Who has consented, and whether your texts were delivered.',
  },
  'text.conversations.read': {
    allows: 'Read your conversations',
    explains: 'The words of your texts and of your clients’ replies. Each reading is recorded.',
  },
  'core.contacts.write': {
    allows: 'Change your contacts',
    explains: 'Add, edit and delete contacts and groups.',
  },
  'core.contacts.read': {
    allows: 'See your contacts',
    explains: 'Names, phone numbers, email addresses and groups.',
  },
  'core.content.read': {
    allows: 'See your content library',
    explains: 'Articles, posts and other items that you can share.',
  },
  openid: {
    allows: 'Know who you are',
    explains: 'Your name, your firm and your Parley identifier.',
  },
  offline_access: {
    allows: 'Stay connected',
    explains: 'Keep this access while you are away, for a year or until it is revoked.',
  },
}

/** An application with client credentials needs no refresh token for texting. */
export const actsAloneWords: Words = {
  allows: 'Text while you are away',
  explains: 'Use the texting access above on its own, for a year or until it is revoked.',
}
