export type { Call, WithResponse } from './call.ts'
export type { AccessTokenProvider, ParleyOptions, PostOptions } from './client.ts'
export type { Consents } from './consents.ts'
export type { Contacts } from './contacts.ts'
export type { Content } from './content.ts'
export type * from './contract.generated.ts'
export {
  ApiError,
  AuthorizationRequiredError,
  ConflictError,
  ConnectionError,
  DownstreamTimeoutError,
  DownstreamUnavailableError,
  ForbiddenError,
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
export type { Groups } from './groups.ts'
export type { Messages } from './messages.ts'
export {
  type ClientCredentials,
  ParleyOAuth,
  type ParleyOAuthOptions,
  type PendingAuthorization,
} from './oauth/oauth.ts'
export type { TokenStore, Tokens } from './oauth/tokens.ts'
export type { Page, Pages } from './pages.ts'
export { Parley } from './parley.ts'
export type { Handset, Sandbox } from './sandbox.ts'
export type { Schedules } from './schedules.ts'
export type { SendOutcome, SendState, SendWithConsentOptions, TextToSend } from './send-with-consent.ts'
export type { ConsentOutcome, WaitOptions } from './wait-for-consent.ts'
export type { RequestOptions } from './with-retries.ts'
