/** What an application may do for an advisor, as the advisor reads it. */
export const scopes = {
  'core.contacts.read': 'Read contacts and contact groups',
  'core.contacts.write': 'Create, update and delete contacts and groups',
  'core.content.read': 'Read content library items',
  'text.messaging.read': 'Read texting status: consent, delivery and scheduled texts',
  'text.messaging.write': 'Send and schedule texts, and send consent requests',
  openid: 'Identity claims in the token',
  offline_access: 'A refresh token, so that access continues after the advisor leaves',
} as const

export type Scope = keyof typeof scopes

/** Scopes that give access to operations. The other two shape the token. */
export type OperationScope = Exclude<Scope, 'openid' | 'offline_access'>
