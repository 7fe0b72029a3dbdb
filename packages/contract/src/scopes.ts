/** What an application may do for an advisor, as the advisor reads it. */
export const scopes = {
  'core.contacts.read': 'Read contacts and contact groups',
  'core.contacts.write': 'Create, update and delete contacts and groups',
  'core.content.read': 'Read content library items',
  'text.messaging.read': 'Read texting status: consent, delivery and scheduled texts',
  'text.messaging.write': 'Send and schedule texts, and send consent requests',
  'text.conversations.read': 'Read the texts of conversations, replies included',
  openid: 'Identity claims in the token',
  offline_access: 'A refresh token, so that access continues after the advisor leaves',
} as const

/** What an application may do by itself, with a token that no advisor is behind. Advisors are not asked for it. */
export const applicationScopes = {
  'events.read': 'Read the events of all advisors who allow the application',
  'events.manage': 'Create, change and replay the webhook endpoints of the application',
} as const

export type ApplicationScope = keyof typeof applicationScopes

export type Scope = keyof typeof scopes

/** Scopes that give access to operations. The other two shape the token. */
export type OperationScope = Exclude<Scope, 'openid' | 'offline_access'>
