import { type AppOperationId, type Role, roles } from '@parley/contract'

/** What people do elsewhere than through an operation of the app. */
type PageAct =
  /** The stream of events of the app. */
  | 'liveUpdates'
  /** On the authorization pages. */
  | 'allowApplication'

export type Act = AppOperationId | PageAct

const everyone = roles
/** In their own account. */
const advisors = ['advisor'] as const
/** Also assistants, in the accounts of the advisors for whom they act. */
const writers = ['advisor', 'assistant'] as const
/** Who looks after the firm as a whole. */
const overseers = ['administrator', 'supervisor', 'principal', 'auditor'] as const
const administrators = ['administrator'] as const
/** Whoever answers for what the firm's clients are told. */
const policyMakers = ['administrator', 'principal'] as const

/**
 * Which roles may do what. A role counts where it is held: a person is an advisor in their own account only, and an assistant only
 * in the accounts of named advisors. An act without a row does not compile.
 */
export const permissions: Readonly<Record<Act, readonly Role[]>> = {
  // The person who is signed in.
  getPerson: everyone,
  signOut: everyone,
  listSessions: everyone,
  endSession: everyone,
  endOtherSessions: everyone,
  changePassword: everyone,
  listPasskeys: everyone,
  startPasskey: everyone,
  addPasskey: everyone,
  removePasskey: everyone,
  getSecondFactor: everyone,
  startSecondFactor: everyone,
  addSecondFactor: everyone,
  removeSecondFactor: everyone,
  getConsole: everyone,

  // An advisor's account: texts, people, and what they agreed to.
  getMe: writers,
  liveUpdates: writers,
  listConversations: writers,
  getConversation: writers,
  getThread: writers,
  markConversationRead: writers,
  getMessage: writers,
  getConsentRecord: writers,
  getConsentRequestText: writers,
  requestConsent: writers,
  requestConsentFromApp: writers,
  recordOptOut: writers,
  previewRecipients: writers,
  sendFromApp: writers,
  listSchedules: writers,
  getSchedule: writers,
  getScheduleCalendar: writers,
  updateScheduledMessage: writers,
  cancelScheduledMessage: writers,
  listContacts: writers,
  showContact: writers,
  showNumberUse: writers,
  getContactTimeline: writers,
  createContact: writers,
  updateContact: writers,
  deleteContact: writers,
  replaceContactGroups: writers,
  uploadContacts: writers,
  mapContactColumns: writers,
  startContactImport: writers,
  listContactImports: writers,
  getContactImport: writers,
  discardContactImport: writers,
  downloadRefusals: writers,
  searchGroups: writers,
  showGroup: writers,
  listGroupRemovals: writers,
  createGroup: writers,
  updateGroup: writers,
  changeGroupMembers: writers,
  deleteGroup: writers,
  searchContent: writers,
  getHandset: writers,
  setHandsetBehaviour: writers,
  listHandsetMessages: writers,
  replyFromHandset: writers,

  // What leaves the account as a whole, who else has access to it, and what clients know the advisor by.
  downloadContacts: advisors,
  downloadConversationProof: advisors,
  updateProfile: advisors,
  listConnectedApplications: advisors,
  listApplicationActs: advisors,
  listApplicationDisclosures: advisors,
  revokeApplication: advisors,
  allowApplication: advisors,

  // The firm.
  getFirmOverview: overseers,
  listAdvisorFigures: overseers,
  listCountedEntries: overseers,
  listFirmPeople: overseers,
  showFirmPerson: overseers,
  addFirmPerson: administrators,
  inviteFirmPerson: administrators,
  updateFirmPerson: administrators,
  giveFirmRole: administrators,
  takeFirmRole: administrators,
  assignAssistant: administrators,
  unassignAssistant: administrators,
  signOutFirmPerson: administrators,
  resetFirmSecondFactor: administrators,
  previewHandover: administrators,
  handOverBook: administrators,
  listHandovers: overseers,
  getBookHold: overseers,
  releaseBook: administrators,
  listFirmNumbers: overseers,
  changeFirmNumber: administrators,
  listFirmApplications: overseers,
  showFirmApplication: overseers,
  listFirmApplicationActs: overseers,
  endFirmApplication: administrators,
  getFirmPolicy: overseers,
  checkFirmPolicy: policyMakers,
  changeFirmPolicy: policyMakers,
  listFirmJournal: overseers,
}
