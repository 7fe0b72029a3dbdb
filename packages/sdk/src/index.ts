export type { Call, WithResponse } from './call.ts'
export type { AccessTokenProvider, ParleyOptions, PostOptions } from './client.ts'
export type { Consents } from './consent/consents.ts'
export type {
  SendOutcome,
  SendState,
  SendWithConsentOptions,
  TextToSend,
} from './consent/send-with-consent.ts'
export type { ConsentOutcome, WaitOptions } from './consent/wait-for-consent.ts'
export type { Contacts } from './contacts.ts'
export type { Content } from './content.ts'
export type * from './contract.generated.ts'
export type { Conversations } from './conversations.ts'
export {
  ApiError,
  AuthorizationRequiredError,
  ConflictError,
  ConnectionError,
  DownstreamTimeoutError,
  DownstreamUnavailableError,
  ForbiddenError,
  GoneError,
  HeadersTooLargeError,
  InternalError,
  InvalidRequestError,
  MethodNotAllowedError,
  NotFoundError,
  OAuthError,
  ParleyError,
  PayloadTooLargeError,
  RateLimitedError,
  RequestTimeoutError,
  TimeoutError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
  UriTooLongError,
  VersionMismatchError,
} from './errors.ts'
export type { ConsumeOptions } from './events/consume-events.ts'
export type { EventFilter, EventType, SinceOptions } from './events/event-filter.ts'
export type { Events } from './events/events.ts'
export type { Groups } from './groups.ts'
export type { Messages } from './messages.ts'
export {
  type ClientCredentials,
  ParleyOAuth,
  type ParleyOAuthOptions,
  type PendingAuthorization,
} from './oauth/oauth.ts'
export type { TokenStore, Tokens } from './oauth/tokens.ts'
export type { ListPage, Page, Pages } from './pages.ts'
export { Parley } from './parley.ts'
export type { Handset, Sandbox } from './sandbox.ts'
export type { Schedules } from './schedules.ts'
export type { Endpoints } from './webhooks/endpoints.ts'
export { unwrapWebhook, WebhookError } from './webhooks/unwrap-webhook.ts'
export type { RequestOptions } from './with-retries.ts'
