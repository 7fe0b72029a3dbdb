export type { ApplicationAct, ApplicationDisclosure, ConnectedApplication } from './app/applications.ts'
export type {
  AppContact,
  AppContactDetail,
  AppContactPage,
  NumberUse,
  TimelineEntry,
} from './app/contacts.ts'
export { type AppEventName, type AppEvents, eventsPath } from './app/events.ts'
export { type ContactImport, type ContactImportDetail, importFields } from './app/imports.ts'
export {
  type Actor,
  type AppConsent,
  type ConsentRecord,
  type ConsentStep,
  type Conversation,
  type ConversationPage,
  consentStates,
  conversationFilters,
  type Handover,
  refusalCodes,
  type Thread,
  type ThreadItem,
  type Verdict,
} from './app/inbox.ts'
export { type AppOperation, accountHeader, appBase, backgroundHeader } from './app/operation.ts'
export { type AppOperationId, appOperations, sharedOperations } from './app/operations.ts'
export { type Role, roles } from './app/roles.ts'
export { type Handset, handsetBehaviours } from './app/sandbox.ts'
export type { AppSchedule, AppScheduleDetail, AppSchedulePage, CalendarItem } from './app/schedules.ts'
export type { Me, Person, Session } from './app/session.ts'
export type { Passkey } from './app/settings.ts'
export type { AppMessageRequest, AppMessageResult, AppRecipients, RecipientPreview } from './app/texting.ts'
export {
  checkedByLineKeyword,
  phonePattern,
  refusalKeyword,
  type ZeroIsAbsent,
  zeroIsAbsentKeyword,
} from './fields.ts'
export type { FirmApplication, FirmApplicationDetail } from './firm/applications.ts'
export type { Console } from './firm/console.ts'
export type { FirmEntry } from './firm/journal.ts'
export type { FirmNumber } from './firm/numbers.ts'
export {
  type AdvisorFigures,
  advisorSorts,
  type CountedEntry,
  type FirmFigures,
  type FirmOverview,
  type OverviewFigure,
  overviewFigures,
} from './firm/overview.ts'
export type { FirmPerson, FirmPersonDetail, Invited } from './firm/people.ts'
export type {
  FirmPolicyCheck,
  FirmPolicySettings,
  FirmPolicyTextCheck,
  FirmPolicyVersion,
} from './firm/policy.ts'
export { limits } from './limits.ts'
export { messageTextKeyword, mistakeInMessageText } from './message-text.ts'
export { capabilitiesMissingFrom, missingCapabilities } from './missing-capabilities.ts'
export { admitsNull } from './nulls.ts'
export { openApiDocument } from './openapi.ts'
export type { Operation } from './operation.ts'
export { operations } from './operations.ts'
export type { PageInfo } from './paging.ts'
export type { Account } from './partner/account.ts'
export type {
  ConsentChanges,
  ConsentLookupResult,
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  NumberConsent,
  OptOutResult,
} from './partner/consents.ts'
export { ContactUpsert, upsertOutcomes } from './partner/contact-batch.ts'
export { emailStatuses, genders, maritalStatuses, sources } from './partner/contact-values.ts'
export {
  type ContactDetail,
  type ContactInput,
  type ContactPage,
  type ContactSummary,
  type ContactUpdate,
} from './partner/contacts.ts'
export type { ContentItem, ContentPage } from './partner/content.ts'
export type {
  ConversationList,
  ConversationMessage,
  ConversationMessages,
  ConversationSummary,
} from './partner/conversations.ts'
export { ParleyEvent } from './partner/events/event.ts'
export { eventTypes } from './partner/events/event-types.ts'
export { type EventType, eventOfKind, type JournalKind } from './partner/events/journal-kinds.ts'
export { EventPage } from './partner/events/operations.ts'
export type { GroupMembership } from './partner/group-membership.ts'
export type { GroupInput, GroupPage, GroupSummary } from './partner/groups.ts'
export type { IdResult } from './partner/id-result.ts'
export type { HandsetPage } from './partner/sandbox.ts'
export type { ScheduleChange, ScheduledMessage, ScheduledMessageDetail } from './partner/schedules.ts'
export type { DeliveryReason, MessageRequest, MessageResult, MessageStatus } from './partner/texting.ts'
export { deliveryReasons } from './partner/texting.ts'
export type {
  DeliveryOutcome,
  Endpoint,
  EndpointRequest,
  EndpointUpdate,
} from './partner/webhooks/endpoint.ts'
export { errorClassOf, Problem, problemExample } from './problem.ts'
export { type ProblemCode, problems } from './problems.ts'
export {
  type ApplicationScope,
  applicationScopes,
  type OperationScope,
  type Scope,
  scopes,
} from './scopes.ts'
