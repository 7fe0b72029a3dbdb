/** What an application may be allowed to do for an advisor, in the words the advisor reads. */
export const scopes = {
  'core.contacts.read': 'Read contacts and contact groups',
  'core.contacts.write': 'Create, update and delete contacts and groups',
  'core.content.read': 'Read content library items',
  'text.messaging.read': 'Read texting status: consent, delivery and scheduled texts',
  'text.messaging.write': 'Send and schedule texts, and send consent requests',
  openid: 'Identity claims in the token',
  offline_access: 'A refresh token, so that access outlasts the advisor’s visit',
} as const

export type Scope = keyof typeof scopes

/** The scopes that open an operation. The other two shape the token. */
export type OperationScope = Exclude<Scope, 'openid' | 'offline_access'>
