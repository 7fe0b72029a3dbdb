import { firmOperations } from '../firm/operations.ts'
import type { Operation } from '../operation.ts'
import { operations } from '../operations.ts'
import {
  listApplicationActs,
  listApplicationDisclosures,
  listConnectedApplications,
  revokeApplication,
} from './applications.ts'
import {
  downloadContacts,
  getContactTimeline,
  listContacts,
  listGroupRemovals,
  showContact,
  showGroup,
  showNumberUse,
} from './contacts.ts'
import {
  discardContactImport,
  downloadRefusals,
  getContactImport,
  listContactImports,
  mapContactColumns,
  startContactImport,
  uploadContacts,
} from './imports.ts'
import {
  downloadConversationProof,
  getConsentRecord,
  getConversation,
  getThread,
  listConversations,
  markConversationRead,
} from './inbox.ts'
import type { AppOperation } from './operation.ts'
import { getHandset, setHandsetBehaviour } from './sandbox.ts'
import { getSchedule, getScheduleCalendar, listSchedules } from './schedules.ts'
import { addSecondFactor, getSecondFactor, removeSecondFactor, startSecondFactor } from './second-factor.ts'
import { endOtherSessions, endSession, getMe, getPerson, listSessions, signOut } from './session.ts'
import {
  addPasskey,
  changePassword,
  listPasskeys,
  removePasskey,
  startPasskey,
  updateProfile,
} from './settings.ts'
import { getConsentRequestText, previewRecipients, requestConsentFromApp, sendFromApp } from './texting.ts'

/** Operations that only the advisor's app and the firm's console have. */
export const appOperations = {
  getMe,
  getPerson,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  listConversations,
  getConversation,
  getThread,
  markConversationRead,
  getConsentRecord,
  downloadConversationProof,
  previewRecipients,
  sendFromApp,
  requestConsentFromApp,
  getConsentRequestText,
  listSchedules,
  getSchedule,
  getScheduleCalendar,
  listContacts,
  showContact,
  showNumberUse,
  getContactTimeline,
  showGroup,
  listGroupRemovals,
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
  listApplicationDisclosures,
  revokeApplication,
  updateProfile,
  changePassword,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  getSecondFactor,
  startSecondFactor,
  addSecondFactor,
  removeSecondFactor,
  getHandset,
  setHandsetBehaviour,
  ...firmOperations,
} as const satisfies Record<string, AppOperation>

/**
 * Operations that the app shares with partners: the same record, validation and function, at /app/api for the app and at
 * /v1 for partners. A POST takes an Idempotency-Key in both places.
 */
export const sharedOperations = {
  requestConsent: operations.requestConsent,
  recordOptOut: operations.recordOptOut,
  getMessage: operations.getMessage,
  updateScheduledMessage: operations.updateScheduledMessage,
  cancelScheduledMessage: operations.cancelScheduledMessage,
  createContact: operations.createContact,
  updateContact: operations.updateContact,
  deleteContact: operations.deleteContact,
  replaceContactGroups: operations.replaceContactGroups,
  createGroup: operations.createGroup,
  searchGroups: operations.searchGroups,
  updateGroup: operations.updateGroup,
  changeGroupMembers: operations.changeGroupMembers,
  deleteGroup: operations.deleteGroup,
  searchContent: operations.searchContent,
  listHandsetMessages: operations.listHandsetMessages,
  replyFromHandset: operations.replyFromHandset,
} as const satisfies Record<string, Operation>

/** Everything that a session of the app can do. */
export type AppOperationId = keyof typeof appOperations | keyof typeof sharedOperations
