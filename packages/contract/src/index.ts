export {
  type ContactDetail,
  type ContactInput,
  type ContactPage,
  type ContactSummary,
  emailStatuses,
  type GroupMembership,
  genders,
  maritalStatuses,
  sources,
} from './contacts.ts'
export type { ContentItem, ContentPage } from './content.ts'
export { refusalKeyword } from './fields.ts'
export type { GroupInput, GroupPage, GroupSummary } from './groups.ts'
export type { IdResult } from './id-result.ts'
export { limits } from './limits.ts'
export { openApiDocument } from './openapi.ts'
export type { Operation } from './operation.ts'
export { operations } from './operations.ts'
export type { PageInfo } from './paging.ts'
export { errorClassOf, Problem, problemExample } from './problem.ts'
export { type ProblemCode, problems } from './problems.ts'
export type { HandsetPage } from './sandbox.ts'
export type { ScheduleChange, ScheduledMessage, ScheduledMessageDetail } from './schedules.ts'
export { type OperationScope, type Scope, scopes } from './scopes.ts'
export type {
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  MessageRequest,
  MessageResult,
  MessageStatus,
} from './texting.ts'
