import type { QueryClient } from '@tanstack/react-query'
import type { OperationId } from './call.ts'

/** Queries to reload after an action: those reported by events, then those of this page, whose event may be late. */
export const staleAfter = {
  conversation: ['getMe'],
  consent: ['getMe', 'getConsentRecord', 'listContacts', 'showContact', 'previewRecipients'],
  schedule: ['listSchedules', 'getSchedule', 'getScheduleCalendar'],
  contact: ['listContacts', 'showContact', 'getContactTimeline', 'searchGroups', 'previewRecipients'],
  group: [
    'searchGroups',
    'listGroupRemovals',
    'showGroup',
    'showContact',
    'listContacts',
    'previewRecipients',
  ],
  application: ['listConnectedApplications', 'listApplicationActs', 'listApplicationDisclosures'],
  handsetText: ['listHandsetMessages', 'listConversations'],

  newText: ['listConversations', 'listSchedules'],
  replySent: ['listSchedules'],
  consentRequest: [
    'getConversation',
    'getThread',
    'getConsentRecord',
    'listConversations',
    'previewRecipients',
  ],
  optOut: ['getConversation'],
  contactSave: [
    'listContacts',
    'showContact',
    'getContactTimeline',
    'listConversations',
    'getConversation',
    'listSchedules',
    'getScheduleCalendar',
    'previewRecipients',
  ],
  contactDelete: ['listContacts', 'previewRecipients'],
  contactGroups: ['searchGroups', 'listContacts', 'getContactTimeline'],
  contactImport: ['listContacts', 'searchGroups', 'listContactImports'],
  groupSave: ['searchGroups', 'listGroupRemovals'],
  accessEnd: ['listConnectedApplications', 'listApplicationDisclosures'],
  passkeys: ['listPasskeys', 'getMe', 'getConsole'],
  password: ['getMe', 'getConsole'],
  secondFactor: ['getSecondFactor', 'listSessions'],
  sessions: ['listSessions'],

  firmPerson: ['listFirmPeople', 'showFirmPerson', 'getBookHold', 'listFirmNumbers', 'listFirmJournal'],
  firmBook: [
    'listFirmPeople',
    'showFirmPerson',
    'listHandovers',
    'getBookHold',
    'previewHandover',
    'listFirmNumbers',
    'listFirmJournal',
  ],
  firmNumber: ['listFirmNumbers', 'listFirmJournal'],
  firmApplication: ['listFirmApplications', 'showFirmApplication', 'listFirmJournal'],
  firmPolicy: ['getFirmPolicy', 'listFirmJournal'],
} as const satisfies Record<string, readonly OperationId[]>

export const invalidate = (client: QueryClient, id: OperationId): Promise<void> =>
  client.invalidateQueries({ queryKey: [id] })

export function invalidateAfter(client: QueryClient, act: keyof typeof staleAfter): void {
  for (const id of staleAfter[act]) void invalidate(client, id)
}
