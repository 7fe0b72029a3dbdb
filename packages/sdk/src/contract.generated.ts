// Written by npm run generate from packages/contract.
/** What an application may be allowed to do for an advisor. */
export type Scope =
  /** Read contacts and contact groups. */
  | 'core.contacts.read'
  /** Create, update and delete contacts and groups. */
  | 'core.contacts.write'
  /** Read content library items. */
  | 'core.content.read'
  /** Read texting status: consent, delivery and scheduled texts. */
  | 'text.messaging.read'
  /** Send and schedule texts, and send consent requests. */
  | 'text.messaging.write'
  /** Identity claims in the token. */
  | 'openid'
  /** A refresh token, so that access outlasts the advisor’s visit. */
  | 'offline_access'

/** The numbers that are sent the firm’s consent text. */
export interface ConsentRequest {
  /** Whom to ask for consent. A number that is repeated counts once. */
  phoneNumbers: readonly string[]
}

/** What became of each number. */
export interface ConsentRequestResult {
  /** One entry for each number that was asked. */
  successes: {
    /** Texting id of the number on this advisor’s account. */
    memberId: number | null
    /** none: not asked, or opted out. pending: asked, and not accepted yet. accepted: texts may be sent. */
    consentState: 'none' | 'pending' | 'accepted' | null
  }[]
  /** One sentence for each recipient that was refused; it starts with the number. */
  failures: string[]
  /** The same refusals as `failures`, in the same order, for programs. */
  failureDetails: FailureDetail[]
}

/** Whether a number may be texted on this advisor’s account. */
export interface ConsentStatus {
  /** Texting id of the number on this advisor’s account. */
  memberId: number
  /** none: not asked, or opted out. pending: asked, and not accepted yet. accepted: texts may be sent. */
  state: 'none' | 'pending' | 'accepted'
  /** When the state last changed: Unix time in milliseconds. */
  lastChanged: number
  /** When the recipient was last asked: Unix time in milliseconds. Absent if never. */
  lastRequested?: number
  /** True when the recipient answered NO, and has not been asked since. */
  declined?: boolean
  /** True when the recipient has opted out; only their own START undoes it. */
  optedOut?: boolean
}

/** One contact with everything known. A text that is not known is left out. */
export interface ContactDetail {
  /** Contact id. */
  contactId: number
  /** The contact’s identity across systems, a UUID. */
  identifier: string
  /** Id of the person in the advisor’s CRM. */
  remoteContactId?: string
  /** Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import. */
  source: 0 | 1 | 2 | 3 | 4
  /** `source` in words. */
  sourceText: 'Advisor app' | 'Partner API' | 'Texting' | 'CRM' | 'File import'
  /** Whether a CRM record is linked. */
  isCrmLinkedContact: boolean
  /** E-mail address. */
  emailAddress?: string
  /** Phone in E.164. */
  phone?: string
  /** Given name. */
  firstName?: string
  /** Family name. */
  lastName?: string
  /** What the advisor calls the person. */
  nickname?: string
  /** Birthday. */
  birthDate?: string
  /** The day they became a client. */
  clientAnniversary?: string
  /** When they unsubscribed from e-mail. */
  dateTimeUnsubscribed?: string
  /** When it was created. */
  dateTimeCreated: string
  /** When it was last changed. */
  dateTimeModified: string
  /** Gender (ISO/IEC 5218): 0 not known, 1 male, 2 female, 9 not applicable. */
  gender: 0 | 1 | 2 | 9
  /** Marital status: 0 not known, 1 single, 2 married, 3 domestic partnership, 4 separated, 5 divorced, 6 widowed. */
  maritalStatus: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** State of the e-mail address: 0 none, 1 active, 2 unsubscribed, 3 bounced. */
  emailStatus: 0 | 1 | 2 | 3
  /** True when no e-mail may be sent: unsubscribed or bounced. */
  disableEmailStatus: boolean
  /** First address line. */
  address1?: string
  /** Second address line. */
  address2?: string
  /** City. */
  city?: string
  /** State or province. */
  state?: string
  /** Postal code. */
  postalCode?: string
  /** The groups the contact is in. */
  groupIds: number[]
  /** Address of the person in the advisor’s CRM. */
  remoteContactUrl?: string
  /** Fields that the advisor’s CRM added. */
  customFields: CustomField[]
}

/** A contact has at least one of firstName, lastName, emailAddress and phone. In an update a field that is present replaces, one that is absent stays, and null clears. */
export interface ContactInput {
  /** Given name. */
  firstName?: string | null | undefined
  /** Family name. */
  lastName?: string | null | undefined
  /** E-mail address. */
  emailAddress?: string | null | undefined
  /** What the advisor calls the person. */
  nickname?: string | null | undefined
  /** Birthday. */
  birthDate?: string | null | undefined
  /** Phone in E.164. */
  phone?: string | null | undefined
  /** The day they became a client. */
  clientAnniversary?: string | null | undefined
  /** Gender (ISO/IEC 5218): 0 not known, 1 male, 2 female, 9 not applicable. */
  gender?: 0 | 1 | 2 | 9 | null | undefined
  /** Marital status: 0 not known, 1 single, 2 married, 3 domestic partnership, 4 separated, 5 divorced, 6 widowed. */
  maritalStatus?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null | undefined
  /** First address line. */
  address1?: string | null | undefined
  /** Second address line. */
  address2?: string | null | undefined
  /** City. */
  city?: string | null | undefined
  /** State or province. */
  state?: string | null | undefined
  /** Postal code. */
  postalCode?: string | null | undefined
}

/** One page of a search. A page past the end has no data and a true totalRecord. */
export interface ContactPage {
  /** The items of this page. */
  data: ContactSummary[]
  /** Where the page stands in the whole result. */
  pageInfo: PageInfo
}

/** One contact in a list. */
export interface ContactSummary {
  /** Contact id. */
  contactId: number
  /** The contact’s identity across systems, a UUID. */
  identifier: string
  /** First and last name, else the e-mail address, else the phone number. */
  fullName: string
  /** Given name. */
  firstName?: string
  /** Family name. */
  lastName?: string
  /** E-mail address. */
  email?: string
  /** State of the e-mail address. */
  emailStatus: 'none' | 'active' | 'unsubscribed' | 'bounced'
  /** The same state as a number: 0 none, 1 active, 2 unsubscribed, 3 bounced. */
  emailAddressDisposition: 0 | 1 | 2 | 3
  /** A deleted contact is never listed. */
  status: 'active'
  /** Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import. */
  source: 0 | 1 | 2 | 3 | 4
  /** `source` in words. */
  sourceText: 'Advisor app' | 'Partner API' | 'Texting' | 'CRM' | 'File import'
  /** How many groups the contact is in. */
  groupCount: number
  /** Their names. */
  groupNames: string[]
  /** Id of the person in the advisor’s CRM. */
  remoteContactId?: string
  /** Address of the person in the advisor’s CRM. */
  remoteContactUrl?: string
  /** Whether a CRM record is linked. */
  isCrmLinkedContact: boolean
  /** When it was created. */
  dateTimeCreated: string
}

/** One item of the content library. */
export interface ContentItem {
  /** Title. */
  title: string
  /** Where it can be read. */
  url: string
}

/** One page of a search. A page past the end has no data and a true totalRecord. */
export interface ContentPage {
  /** The items of this page. */
  data: ContentItem[]
  /** Where the page stands in the whole result. */
  pageInfo: PageInfo
}

/** A field that the advisor’s CRM added. */
export interface CustomField {
  /** Name for programs. */
  key: string
  /** Name for people. */
  label: string
  /** Who defined the field. */
  author: string
  /** How to show it. */
  display: string
  /** The value. */
  value: string
}

/** Why one recipient was refused. */
export interface FailureDetail {
  /** The recipient. */
  phone: string
  /** Texting id of the number on this advisor’s account. */
  memberId: number
  /** Stable reason for programs to act on. */
  code: 'consent_required' | 'consent_pending' | 'opted_out' | 'no_texting_number' | 'blocked_by_policy' | 'carrier_rejected'
  /** The reason in words. */
  reason: string
  /** Whether sending again later may succeed without a change. */
  retryable: boolean
}

/** Look up consent: which ones. */
export interface GetConsentQuery {
  /** Phone number in E.164. */
  phone?: string | undefined
  /** Texting id, instead of the phone number. */
  memberId?: number | undefined
}

/** A group of contacts. */
export interface GroupInput {
  /** Name of the group. Names may repeat. */
  name: string
  /** Your own id of the group, unique on the account: creating it again answers the existing group’s id. */
  externalGroupId?: string | undefined
}

/** The whole set of groups of a contact. Give groupIds, or isSelectAllGroup true. */
export interface GroupMembership {
  /** The groups the contact is in from now on. */
  groupIds?: readonly number[] | undefined
  /** True puts the contact into every group; `groupIds` is then ignored. */
  isSelectAllGroup?: boolean | undefined
}

/** One page of a search. A page past the end has no data and a true totalRecord. */
export interface GroupPage {
  /** The items of this page. */
  data: GroupSummary[]
  /** Where the page stands in the whole result. */
  pageInfo: PageInfo
}

/** One group in a list. */
export interface GroupSummary {
  /** Group id. */
  groupId: number
  /** Your own id of the group. */
  externalId?: string
  /** Name of the group. */
  name: string
  /** When it was created. */
  dateTimeCreated: string
  /** When it was last changed. */
  dateTimeModified: string
  /** How many contacts are in it. */
  contactCount: number
  /** Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import. */
  source: 0 | 1 | 2 | 3 | 4
}

/** One text on a handset of the sandbox. */
export interface HandsetMessage {
  /** Seen from the handset: `received` from the advisor, or `sent` to the advisor. */
  direction: 'received' | 'sent'
  /** The text, exactly as it was sent. */
  text: string
  /** When the handset received or sent it. */
  dateTime: string
  /** Of a text that it received: the message id that the send answered. */
  messageId?: number
}

/** One page of a search. A page past the end has no data and a true totalRecord. */
export interface HandsetPage {
  /** The items of this page. */
  data: HandsetMessage[]
  /** Where the page stands in the whole result. */
  pageInfo: PageInfo
}

/** A text from a handset to the advisor. */
export interface HandsetReply {
  /** What the phone writes, 1 to 1,600 characters. */
  text: string
}

/** The id of what was created or changed. */
export interface IdResult {
  /** Id of what was created or changed. */
  id: number
}

/** Read a handset: which ones. */
export interface ListHandsetMessagesQuery {
  /** Page number, from 1. page × pageSize may reach row 1,000,000. */
  page?: number | undefined
  /** Items on a page. */
  pageSize?: number | undefined
}

/** List scheduled texts: which ones. */
export interface ListScheduledMessagesQuery {
  /** Page number, from 1. page × pageSize may reach row 1,000,000. */
  page?: number | undefined
  /** Items on a page. */
  pageSize?: number | undefined
  /** Only those with this status. */
  status?: 'active' | 'ended' | 'cancelled' | undefined
  /** Only those to this number. */
  phone?: string | undefined
}

/** A text to one recipient (`phone`) or to several (`phoneNumbers`). */
export interface MessageRequest {
  /** Message text, 1 to 1,600 characters not counting white space around it. It is sent and archived exactly as given. */
  text: string
  /** Recipient, in E.164. */
  phone?: string | undefined
  /** Several recipients instead of `phone`. A number that is repeated counts once. */
  phoneNumbers?: readonly string[] | undefined
  /** True asks for a scheduled send; then `deliveryDate` is needed. */
  scheduleDelivery?: boolean | undefined
  /** When to deliver a scheduled send: Unix time in milliseconds, from one minute to 366 days ahead. */
  deliveryDate?: number | undefined
  /** Recurrence of a scheduled send in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined
}

/** What became of each recipient. A refused recipient does not fail the request. */
export interface MessageResult {
  /** One entry for each recipient that was accepted. */
  successes: {
    /** Message id. Null for a scheduled send. */
    messageId: number | null
    /** Texting id of the number on this advisor’s account. */
    memberId: number
    /** Schedule id, only for a scheduled send. */
    scheduleId?: number
  }[]
  /** One sentence for each recipient that was refused; it starts with the number. */
  failures: string[]
  /** The same refusals as `failures`, in the same order, for programs. */
  failureDetails: FailureDetail[]
}

/** How far a text has come. */
export interface MessageStatus {
  /** Message id. */
  messageId: number
  /** Texting id of the number on this advisor’s account. */
  memberId: number
  /** The recipient. */
  phone: string
  /** accepted: on its way. submitted: with the carrier. delivered, undelivered, failed: final. unconfirmed: handed over, and the carrier’s answer was lost. */
  status: 'accepted' | 'submitted' | 'delivered' | 'undelivered' | 'failed' | 'unconfirmed'
  /** Why it failed. */
  reason?: string
  /** When it was accepted. */
  dateTimeCreated: string
  /** When the status last changed. */
  dateTimeUpdated: string
}

/** Where the page stands in the whole result. */
export interface PageInfo {
  /** The page asked for. */
  page: number
  /** The page size in force. */
  pageSize: number
  /** How many items match in all, also past the last page. */
  totalRecord: number
  /** Sort direction in force. */
  sortDirection: 'asc' | 'desc'
  /** Sort field in force. */
  sortBy: string
}

/** Why a whole request failed (RFC 7807, application/problem+json). */
export interface Problem {
  /** Address of a page that explains the code. */
  type: string
  /** The code in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** What went wrong with this request. */
  detail: string
  /** The path of the request. */
  instance: string
  /** Stable reason for programs to act on. */
  code: 'invalid_request' | 'version_mismatch' | 'unauthorized' | 'forbidden' | 'not_found' | 'conflict' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limited' | 'internal_error' | 'downstream_unavailable' | 'downstream_timeout'
  /** W3C trace id. Quote it in a support request. */
  traceId: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** More about the problem. For invalid_request: errors, a list of path (a JSON pointer) and message. */
  details?: unknown
}

/** What is to be different about a scheduled text from now on. */
export interface ScheduleChange {
  /** Message text, 1 to 1,600 characters not counting white space around it. It is sent and archived exactly as given. */
  text?: string | undefined
  /** When to deliver a scheduled send: Unix time in milliseconds, from one minute to 366 days ahead. */
  deliveryDate?: number | undefined
  /** Recurrence of a scheduled send in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined
}

/** What came of one time that a scheduled text was due. */
export interface ScheduleFiring {
  /** When it was due: Unix time in milliseconds. */
  deliveryDate: number
  /** When it fired. */
  dateTimeFired: string
  /** accepted: the text was sent. refused: `code` says why. skipped: the service was more than 24 hours late. */
  outcome: 'accepted' | 'refused' | 'skipped'
  /** Of a refusal: a code as in `failureDetails`. */
  code?: string
  /** Of a text that was sent: its message id. */
  messageId?: number
}

/** A text that is sent later, once or again and again. */
export interface ScheduledMessage {
  /** Schedule id. */
  scheduleId: number
  /** Texting id of the number on this advisor’s account. */
  memberId: number
  /** The recipient. */
  phone: string
  /** The text, exactly as it is sent. */
  text: string
  /** active: it will fire. ended: it has fired for the last time. cancelled: it was cancelled before that. */
  status: 'active' | 'ended' | 'cancelled'
  /** Of one that has ended. fired: its one time is past, whatever came of it. opted_out: the recipient had opted out. */
  endReason?: 'fired' | 'opted_out'
  /** When it first fires, or fired: Unix time in milliseconds. */
  deliveryDate: number
  /** Of an active one, when it fires next: Unix time in milliseconds. */
  nextDeliveryDate?: number
  /** Recurrence of a scheduled send in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** The time zone in which the frequency is reckoned. */
  timeZone: string
  /** When it was accepted. */
  dateTimeCreated: string
  /** When it was last edited, fired or cancelled. */
  dateTimeModified: string
}

/** A scheduled text and what came of it so far. */
export interface ScheduledMessageDetail {
  /** Schedule id. */
  scheduleId: number
  /** Texting id of the number on this advisor’s account. */
  memberId: number
  /** The recipient. */
  phone: string
  /** The text, exactly as it is sent. */
  text: string
  /** active: it will fire. ended: it has fired for the last time. cancelled: it was cancelled before that. */
  status: 'active' | 'ended' | 'cancelled'
  /** Of one that has ended. fired: its one time is past, whatever came of it. opted_out: the recipient had opted out. */
  endReason?: 'fired' | 'opted_out'
  /** When it first fires, or fired: Unix time in milliseconds. */
  deliveryDate: number
  /** Of an active one, when it fires next: Unix time in milliseconds. */
  nextDeliveryDate?: number
  /** Recurrence of a scheduled send in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** The time zone in which the frequency is reckoned. */
  timeZone: string
  /** When it was accepted. */
  dateTimeCreated: string
  /** When it was last edited, fired or cancelled. */
  dateTimeModified: string
  /** What came of it so far: the latest 100 times, the newest first. */
  firings: ScheduleFiring[]
}

/** One page of a search. A page past the end has no data and a true totalRecord. */
export interface ScheduledMessagePage {
  /** The items of this page. */
  data: ScheduledMessage[]
  /** Where the page stands in the whole result. */
  pageInfo: PageInfo
}

/** Search contacts: which ones. */
export interface SearchContactsQuery {
  /** Page number, from 1. page × pageSize may reach row 1,000,000. */
  page?: number | undefined
  /** Items on a page. */
  pageSize?: number | undefined
  /** Sort field. */
  sortBy?: 'fullName' | 'email' | 'emailStatus' | 'groupCount' | 'source' | 'dateTimeCreated' | undefined
  /** Sort direction. */
  sortDirection?: 'asc' | 'desc' | undefined
  /** Part of a name, e-mail address or phone number. */
  search?: string | undefined
  /** Only contacts in this group. */
  groupId?: number | undefined
  /** Only contacts with this phone. */
  phone?: string | undefined
  /** Only contacts created or changed at or after this instant. */
  modifiedSince?: string | undefined
}

/** Search the content library: which ones. */
export interface SearchContentQuery {
  /** Only items of this type. */
  contentType?: 'All' | 'WebContent' | 'Emails' | 'SocialPosts' | 'Print' | 'DownloadContent' | undefined
  /** Words to look for. */
  search?: string | undefined
  /** Page number, from 1. page × pageSize may reach row 1,000,000. */
  page?: number | undefined
  /** Items on a page. */
  pageSize?: number | undefined
}

/** Search groups: which ones. */
export interface SearchGroupsQuery {
  /** Page number, from 1. page × pageSize may reach row 1,000,000. */
  page?: number | undefined
  /** Items on a page. */
  pageSize?: number | undefined
  /** Sort direction. */
  sortDirection?: 'asc' | 'desc' | undefined
  /** Part of a group name. */
  search?: string | undefined
}
