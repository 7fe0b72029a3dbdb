import type { Operation } from './operation.ts'
import { getAccount } from './partner/account.ts'
import { upsertContacts } from './partner/contact-batch.ts'
import {
  createContact,
  deleteContact,
  getContact,
  replaceContactGroups,
  searchContacts,
  updateContact,
} from './partner/contact-operations.ts'
import { searchContent } from './partner/content.ts'
import { readConversationMessages, readConversations } from './partner/conversations.ts'
import { getEvent, getEventProof, listEvents } from './partner/events/operations.ts'
import {
  changeGroupMembers,
  createGroup,
  deleteGroup,
  getGroup,
  searchGroups,
  updateGroup,
} from './partner/groups.ts'
import { listHandsetMessages, replyFromHandset } from './partner/sandbox.ts'
import {
  cancelScheduledMessage,
  getScheduledMessage,
  listScheduledMessages,
  updateScheduledMessage,
} from './partner/schedules.ts'
import {
  getConsent,
  getMessage,
  listConsentChanges,
  lookUpConsents,
  recordOptOut,
  requestConsent,
  sendMessage,
} from './partner/texting-operations.ts'
import {
  createConsoleLink,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  pauseEndpoint,
  replayEvents,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  updateEndpoint,
} from './partner/webhooks/operations.ts'

/** The complete partner API, in the order of the reference. */
export const operations = {
  sendMessage,
  getMessage,
  readConversations,
  readConversationMessages,
  listScheduledMessages,
  getScheduledMessage,
  updateScheduledMessage,
  cancelScheduledMessage,
  requestConsent,
  getConsent,
  lookUpConsents,
  listConsentChanges,
  recordOptOut,
  listEvents,
  getEvent,
  getEventProof,
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  deleteEndpoint,
  testEndpoint,
  rotateEndpointSecret,
  pauseEndpoint,
  resumeEndpoint,
  replayEvents,
  listDeliveries,
  createConsoleLink,
  createContact,
  updateContact,
  upsertContacts,
  getContact,
  searchContacts,
  deleteContact,
  replaceContactGroups,
  createGroup,
  searchGroups,
  getGroup,
  updateGroup,
  changeGroupMembers,
  deleteGroup,
  searchContent,
  getAccount,
  listHandsetMessages,
  replyFromHandset,
} as const satisfies Record<string, Operation>
