import {
  createContact,
  deleteContact,
  getContact,
  replaceContactGroups,
  searchContacts,
  updateContact,
} from './contact-operations.ts'
import { searchContent } from './content.ts'
import { createGroup, deleteGroup, searchGroups } from './groups.ts'
import type { Operation } from './operation.ts'
import { listHandsetMessages, replyFromHandset } from './sandbox.ts'
import {
  cancelScheduledMessage,
  getScheduledMessage,
  listScheduledMessages,
  updateScheduledMessage,
} from './schedules.ts'
import { getConsent, getMessage, requestConsent, sendMessage } from './texting-operations.ts'

/** The partner interface, whole, in the order of the reference. */
export const operations = {
  sendMessage,
  getMessage,
  listScheduledMessages,
  getScheduledMessage,
  updateScheduledMessage,
  cancelScheduledMessage,
  requestConsent,
  getConsent,
  createContact,
  updateContact,
  getContact,
  searchContacts,
  deleteContact,
  replaceContactGroups,
  createGroup,
  searchGroups,
  deleteGroup,
  searchContent,
  listHandsetMessages,
  replyFromHandset,
} as const satisfies Record<string, Operation>
