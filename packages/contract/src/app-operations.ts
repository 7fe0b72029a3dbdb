import { listApplicationActs, listConnectedApplications, revokeApplication } from './app-applications.ts'
import { downloadContacts, getContactTimeline, listContacts, showContact, showGroup } from './app-contacts.ts'
import {
  discardContactImport,
  downloadRefusals,
  getContactImport,
  listContactImports,
  mapContactColumns,
  startContactImport,
  uploadContacts,
} from './app-imports.ts'
import {
  getConsentRecord,
  getConversation,
  getThread,
  listConversations,
  markConversationRead,
} from './app-inbox.ts'
import type { AppOperation } from './app-operation.ts'
import { getHandset, setHandsetBehaviour } from './app-sandbox.ts'
import { getSchedule, getScheduleCalendar, listSchedules } from './app-schedules.ts'
import { getMe, signOut } from './app-session.ts'
import {
  addPasskey,
  changePassword,
  listPasskeys,
  removePasskey,
  startPasskey,
  updateProfile,
} from './app-settings.ts'
import { getConsentRequestText, previewRecipients, recordOptOut, sendFromApp } from './app-texting.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** What only the advisor's own app can do. */
export const appOperations = {
  getMe,
  signOut,
  listConversations,
  getConversation,
  getThread,
  markConversationRead,
  getConsentRecord,
  previewRecipients,
  sendFromApp,
  getConsentRequestText,
  recordOptOut,
  listSchedules,
  getSchedule,
  getScheduleCalendar,
  listContacts,
  showContact,
  getContactTimeline,
  showGroup,
  downloadContacts,
  uploadContacts,
  mapContactColumns,
  startContactImport,
  listContactImports,
  getContactImport,
  discardContactImport,
  downloadRefusals,
  listConnectedApplications,
  listApplicationActs,
  revokeApplication,
  updateProfile,
  changePassword,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  getHandset,
  setHandsetBehaviour,
} as const satisfies Record<string, AppOperation>

/**
 * What the app and partners do alike: the very same record, validation and function, at /app/api for the one and at /v1 for
 * the others. A POST takes an Idempotency-Key in both places.
 */
export const sharedOperations = {
  requestConsent: operations.requestConsent,
  getMessage: operations.getMessage,
  updateScheduledMessage: operations.updateScheduledMessage,
  cancelScheduledMessage: operations.cancelScheduledMessage,
  createContact: operations.createContact,
  updateContact: operations.updateContact,
  deleteContact: operations.deleteContact,
  replaceContactGroups: operations.replaceContactGroups,
  createGroup: operations.createGroup,
  searchGroups: operations.searchGroups,
  deleteGroup: operations.deleteGroup,
  searchContent: operations.searchContent,
  listHandsetMessages: operations.listHandsetMessages,
  replyFromHandset: operations.replyFromHandset,
} as const satisfies Record<string, Operation>
