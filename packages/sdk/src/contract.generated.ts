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
  /** Read the texts of conversations, replies included. */
  | 'text.conversations.read'
  /** Identity claims in the token. */
  | 'openid'
  /** A refresh token, so that access continues after the advisor leaves. */
  | 'offline_access'
  /** Read the events of all advisors who allow the application. */
  | 'events.read'
  /** Create, change and replay the webhook endpoints of the application. */
  | 'events.manage'

/** The advisor allowed your application. Its events begin with this one. */
export interface AccessGrantedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'access.granted'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'application'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** The scopes concerned. */
    scopes: string[]
  }
}

/** A grant to your application was revoked. Unless another one stands, this is the advisor’s last event. */
export interface AccessRevokedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'access.revoked'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'application'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** The scopes concerned. */
    scopes: string[]
  }
}

/** The account that an access token and an API key act on. */
export interface Account {
  /** The advisor behind the access token. */
  advisor: {
    /** Name. */
    name: string
  }
  /** The advisor’s firm. */
  firm: {
    /** Name. */
    name: string
  }
  /** The number that texts are sent from. Absent if the advisor cannot text yet. */
  textingNumber?: string
  /** Time zone of the advisor’s schedules, by its IANA name. */
  timeZone: string
  /** Whether a recipient must have consented before a text. Opt-outs always count. */
  consentRequired: boolean
  /** Whether the firm has a consent request, so that consent can be requested. */
  consentRequestConfigured: boolean
  /** What the access token allows now. */
  scopes: string[]
  /** The usage plan of the API key. */
  plan: {
    /** Sustained rate. */
    requestsPerSecond: number
    /** Requests at once. */
    burst: number
    /** How many of them are left now. */
    burstLeft: number
    /** Requests in a UTC day. Absent if not limited. */
    requestsPerDay?: number
    /** How many of them are left. */
    requestsLeftToday?: number
  }
}

/** The account was handed over to another advisor of the firm. Identifier, numbers, contacts, conversations and consents stay. Grants that the former advisor gave have ended, and scheduled texts are held unless the firm chose otherwise. */
export interface AdvisorHandedOverEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'advisor.handed_over'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'advisor'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Advisor id of the account. */
    advisorId: number
  }
}

/** A recipient accepted: texts may be sent. */
export interface ConsentAcceptedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'consent.accepted'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'member'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
    state: 'none' | 'pending' | 'accepted'
  }
}

export interface ConsentChanges {
  /** In the order of the last request, reply or opt-out, oldest first. */
  data: NumberConsent[]
  /** Send it as `after` to get the next page. Absent on the last. */
  after?: string
}

/** A recipient replied NO. */
export interface ConsentDeclinedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'consent.declined'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'member'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
    state: 'none' | 'pending' | 'accepted'
  }
}

export interface ConsentLookup {
  /** The numbers. A number that is listed twice is looked up once. */
  phoneNumbers: readonly string[]
}

export interface ConsentLookupResult {
  /** One entry for each number that a contact has, in the order of the request. */
  consents: NumberConsent[]
  /** Numbers that no contact on this advisor’s account has. */
  notFound: string[]
}

/** A recipient opted out. Only a START from the recipient reverses it. */
export interface ConsentOptedOutEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'consent.opted_out'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'member'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
    state: 'none' | 'pending' | 'accepted'
  }
}

/** Numbers to send the firm’s consent request to. */
export interface ConsentRequest {
  /** People to ask for consent. Duplicate numbers count once. */
  phoneNumbers: readonly string[]
}

/** Outcome for each number. */
export interface ConsentRequestResult {
  /** One entry for each number that was asked for consent, in the order of the request. */
  successes: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number | null
    /** The recipient. */
    phone: string
    /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
    consentState: 'none' | 'pending' | 'accepted' | null
  }[]
  /** One sentence for each refused recipient, starting with the phone number. */
  failures: string[]
  /** The refusals in `failures`, in the same order, in machine-readable form. */
  failureDetails: FailureDetail[]
}

/** A consent request was sent. */
export interface ConsentRequestedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'consent.requested'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'member'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
    state: 'none' | 'pending' | 'accepted'
  }
}

/** A recipient replied START after an opt-out. */
export interface ConsentRestoredEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'consent.restored'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'member'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
    state: 'none' | 'pending' | 'accepted'
  }
}

/** Whether a number may be texted on this advisor’s account. */
export interface ConsentStatus {
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
  state: 'none' | 'pending' | 'accepted'
  /** When the state last changed: Unix time in milliseconds. */
  lastChanged: number
  /** When the recipient was last asked: Unix time in milliseconds. Absent if never asked. */
  lastRequested?: number
  /** True when the recipient replied NO and has not been asked since. */
  declined?: boolean
  /** When the recipient may be asked again: Unix time in milliseconds. Null means never. Absent when earlier requests do not prevent asking. */
  mayAskAt?: number | null
  /** True when the recipient has opted out. Only a START from the recipient reverses it. */
  optedOut?: boolean
}

export interface ConsoleLink {
  /** Open it in a browser. It is returned only now. */
  url: string
  /** Until when it can be opened. */
  dateTimeExpires: string
}

/** Contacts to create or update. */
export interface ContactBatch {
  /** Up to 200 contacts. Each is checked by itself: one that is invalid does not stop the others. */
  contacts: readonly ContactUpsert[]
}

/** The result of one line. */
export interface ContactBatchLine {
  /** Your own id, if the line had one. */
  externalContactId?: string
  /** Contact id, unless the line failed. */
  contactId?: number
  /** What became of this line. */
  outcome: 'created' | 'updated' | 'unchanged' | 'failed'
  /** Why it failed, at most ten. */
  errors?: {
    /** JSON pointer into the line. */
    path: string
    /** What is wrong. */
    message: string
  }[]
}

/** What became of each line. */
export interface ContactBatchResult {
  /** One result per line, in the order of the request. */
  results: ContactBatchLine[]
}

/** Fields of a contact were changed. */
export interface ContactChangedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'contact.changed'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'contact'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Contact id. */
    contactId: number
    /** Names of the changed fields. */
    fields: string[]
  }
}

/** A contact was created, by anybody: also by a text to a new number or by an import. */
export interface ContactCreatedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'contact.created'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'contact'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Contact id. */
    contactId: number
  }
}

/** A contact was deleted. */
export interface ContactDeletedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'contact.deleted'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'contact'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Contact id. */
    contactId: number
  }
}

/** One contact with all its fields. Fields without a value are omitted. */
export interface ContactDetail {
  /** Contact id. */
  contactId: number
  /** The contact’s identity across systems, a UUID. */
  identifier: string
  /** Your own id, from a batch. */
  externalContactId?: string
  /** Id of the person in the advisor’s CRM. */
  remoteContactId?: string
  /** Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import. */
  source: 0 | 1 | 2 | 3 | 4
  /** `source` as text. */
  sourceText: 'Advisor app' | 'Partner API' | 'Texting' | 'CRM' | 'File import'
  /** Whether a CRM record is linked. */
  isCrmLinkedContact: boolean
  /** E-mail address. */
  emailAddress?: string
  /** Phone number in E.164 format. */
  phone?: string
  /** Given name. */
  firstName?: string
  /** Family name. */
  lastName?: string
  /** What the advisor calls the person. */
  nickname?: string
  /** Birthday. */
  birthDate?: string
  /** Date on which they became a client. */
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
  /** URL of the person in the advisor’s CRM. */
  remoteContactUrl?: string
  /** Fields that the advisor’s CRM added. */
  customFields: CustomField[]
}

/** A contact joined or left groups. */
export interface ContactGroupsReplacedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'contact.groups_replaced'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'contact'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Contact id. */
    contactId: number
    /** Groups that it joined. */
    joined: number[]
    /** Groups that it left. */
    left: number[]
  }
}

/** A contact needs at least one of firstName, lastName, emailAddress and phone. */
export interface ContactInput {
  /** Given name. */
  firstName?: string | null | undefined
  /** Family name. */
  lastName?: string | null | undefined
  /** E-mail address. */
  emailAddress?: string | null | undefined
  /** What the advisor calls the person. */
  nickname?: string | null | undefined
  /** Birthday. Not in the future. */
  birthDate?: string | null | undefined
  /** Phone number in E.164 format. */
  phone?: string | null | undefined
  /** Date on which they became a client. */
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
  /** Your own id of the person, unique in the address book. */
  externalContactId?: string | null | undefined
}

/** One page of a search. A page past the end has empty data and the correct totalRecord. */
export interface ContactPage {
  /** Items on this page. */
  data: ContactSummary[]
  /** Position of the page in the whole result. */
  pageInfo: PageInfo
}

/** One contact in a list. */
export interface ContactSummary {
  /** Contact id. */
  contactId: number
  /** The contact’s identity across systems, a UUID. */
  identifier: string
  /** First and last name; failing that, the e-mail address or the phone number. */
  fullName: string
  /** Given name. */
  firstName?: string
  /** Family name. */
  lastName?: string
  /** E-mail address. */
  email?: string
  /** Phone number. */
  phone?: string
  /** Consent of the phone number, as in the consent lookup. Absent without a phone number. */
  consentState?: 'none' | 'pending' | 'accepted'
  /** True when the recipient has opted out. */
  optedOut?: boolean
  /** State of the e-mail address. */
  emailStatus: 'none' | 'active' | 'unsubscribed' | 'bounced'
  /** The same state as a number: 0 none, 1 active, 2 unsubscribed, 3 bounced. */
  emailAddressDisposition: 0 | 1 | 2 | 3
  /** Always active: deleted contacts are never listed. */
  status: 'active'
  /** Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import. */
  source: 0 | 1 | 2 | 3 | 4
  /** `source` as text. */
  sourceText: 'Advisor app' | 'Partner API' | 'Texting' | 'CRM' | 'File import'
  /** Number of groups the contact is in. */
  groupCount: number
  /** Names of those groups. */
  groupNames: string[]
  /** Your own id, from a batch. */
  externalContactId?: string
  /** Id of the person in the advisor’s CRM. */
  remoteContactId?: string
  /** URL of the person in the advisor’s CRM. */
  remoteContactUrl?: string
  /** Whether a CRM record is linked. */
  isCrmLinkedContact: boolean
  /** When it was created. */
  dateTimeCreated: string
  /** When it was last changed. */
  dateTimeModified: string
}

/** Fields that are present are replaced, absent fields are kept, and null clears a field. The updated contact needs at least one of firstName, lastName, emailAddress and phone. */
export interface ContactUpdate {
  /** Given name. */
  firstName?: string | null | undefined
  /** Family name. */
  lastName?: string | null | undefined
  /** E-mail address. */
  emailAddress?: string | null | undefined
  /** What the advisor calls the person. */
  nickname?: string | null | undefined
  /** Birthday. Not in the future. */
  birthDate?: string | null | undefined
  /** Phone number in E.164 format. */
  phone?: string | null | undefined
  /** Date on which they became a client. */
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
  /** Your own id of the person, unique in the address book. */
  externalContactId?: string | null | undefined
  /** What to do with scheduled texts to the old number when the phone number changes. hold: they wait until they are released or cancelled. cancel: they are cancelled. move: they go to the new number if it has consented by the time they are due. Default: hold, or no change if another contact has the old number too. */
  scheduledMessages?: 'hold' | 'cancel' | 'move' | undefined
}

/** The id of the contact, and what was done with scheduled texts to its old number. */
export interface ContactUpdateResult {
  /** Id of the contact. */
  id: number
  /** Present only if scheduled texts were waiting for the old number. */
  scheduledMessages?: {
    /** What was done with them. */
    action: 'hold' | 'cancel' | 'move'
    /** Affected schedules. */
    scheduleIds: number[]
  }
}

/** A contact to create, or the fields to replace in the one that has this externalContactId. As in an update, absent fields are kept and null clears a field. */
export interface ContactUpsert {
  /** Given name. */
  firstName?: string | null | undefined
  /** Family name. */
  lastName?: string | null | undefined
  /** E-mail address. */
  emailAddress?: string | null | undefined
  /** What the advisor calls the person. */
  nickname?: string | null | undefined
  /** Birthday. Not in the future. */
  birthDate?: string | null | undefined
  /** Phone number in E.164 format. */
  phone?: string | null | undefined
  /** Date on which they became a client. */
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
  /** Your own id of the person, unique in the address book. */
  externalContactId: string
}

/** One item in the content library. */
export interface ContentItem {
  /** Title. */
  title: string
  /** URL of the item. */
  url: string
}

/** One page of a search. A page past the end has empty data and the correct totalRecord. */
export interface ContentPage {
  /** Items on this page. */
  data: ContentItem[]
  /** Position of the page in the whole result. */
  pageInfo: PageInfo
}

export interface ConversationList {
  /** Latest activity first. */
  data: ConversationSummary[]
  /** Send it as `after` to get the next page. Absent on the last. */
  after?: string
}

/** A text of a conversation. */
export interface ConversationMessage {
  /** Message id. Later texts of a conversation have higher ids. */
  messageId: number
  /** out: from the advisor’s number. in: a reply. */
  direction: 'out' | 'in'
  /** The service writes every kind except `text`. */
  kind: 'text' | 'consent_request' | 'guidance' | 'stop_confirmation' | 'opt_in_confirmation' | 'help'
  /** The text. */
  text: string
  /** As in the delivery status. A reply is `received`. */
  status: 'accepted' | 'submitted' | 'delivered' | 'undelivered' | 'failed' | 'unconfirmed' | 'received'
  /** Why it was not delivered. invalid_recipient: the number does not exist or cannot receive texts. unreachable: the phone could not be reached. blocked: the recipient or their network blocks the sender. content: the carrier refused or filtered the text because of its content. opted_out: the recipient opted out, here or at the carrier. sender_refused: the carrier does not let the advisor’s number send. expired: it was not delivered in time. other: another reason given by the carrier. no_answer: the carrier did not answer. consent_declined: the recipient declined consent before it was sent. authorization_withdrawn: the advisor withdrew the application’s access before it was sent. held_too_long: the account or the application was on hold for 24 hours. dropped_by_operator: an operator discarded it while it was on hold. */
  reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  /** The same in the carrier’s own terms. For people; its wording can change. */
  carrierReason?: string
  /** When it was accepted or received. */
  dateTimeCreated: string
  /** When the status last changed. */
  dateTimeUpdated: string
}

export interface ConversationMessages {
  /** Oldest first. */
  data: ConversationMessage[]
  /** With `after`: whether there are later texts. Otherwise: whether there are earlier ones. */
  hasMore: boolean
}

/** A conversation and its latest text, of which `text` has at most 200 characters. */
export interface ConversationSummary {
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** Phone number of the other person. */
  phone: string
  /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
  consentState: 'none' | 'pending' | 'accepted'
  /** A text of a conversation. */
  lastMessage: ConversationMessage
}

export interface CreatedEndpoint {
  /** A webhook endpoint and how far it is. */
  endpoint: Endpoint
  /** Checks signatures. It is shown only now. */
  secret: string
}

/** A field that the advisor’s CRM added. */
export interface CustomField {
  /** Machine-readable name. */
  key: string
  /** Name to show to people. */
  label: string
  /** Who defined the field. */
  author: string
  /** How to show it. */
  display: string
  /** The value. */
  value: string
}

export interface DeliveryList {
  /** Newest first, of the last 30 days. */
  data: {
    /** Event id. */
    eventId: string
    /** Event type. */
    type: string
    attempt: number
    /** refused: a status other than 2xx. timeout: no answer in 15 seconds. */
    outcome: 'delivered' | 'refused' | 'timeout' | 'unreachable'
    /** The answer’s status. */
    httpStatus?: number
    /** Why it was unreachable. */
    error?: string
    /** How long it took. */
    milliseconds: number
    /** When it was tried. */
    dateTime: string
  }[]
  /** Send it as `before` to get the next page. Absent on the last. */
  before?: string
}

export interface DeliveryOutcome {
  /** refused: a status other than 2xx. timeout: no answer in 15 seconds. */
  outcome: 'delivered' | 'refused' | 'timeout' | 'unreachable'
  /** The answer’s status. */
  httpStatus?: number
  /** Why it was unreachable. */
  error?: string
  /** How long it took. */
  milliseconds: number
}

/** A webhook endpoint and how far it is. */
export interface Endpoint {
  /** Endpoint id. */
  endpointId: number
  /** Where events are posted: https, port 443 or from 1024 up, a public address. A sandbox also takes http to your own machine. */
  url: string
  /** Types, or families of types. Absent: all. */
  types?: string[]
  /** Identifiers of advisors. Absent: all who allow the application. */
  advisors?: string[]
  /** Deliveries a second at most. Absent: as fast as you answer. */
  eventsPerSecond?: number
  /** Gets an e-mail when the endpoint has failed for 1, 24 and 48 hours, when it is paused for that, and when it works again. Absent: nobody. */
  noticeEmail?: string
  /** untested: nothing is sent before a test has arrived. failing: only the oldest event is tried, rarely. paused: nothing is sent until you resume it. Nothing is discarded in any of them. */
  status: 'untested' | 'active' | 'failing' | 'paused'
  /** asked: you paused it. gone: it answered 410. failing: nothing was delivered in 72 hours. */
  pausedBecause?: 'asked' | 'gone' | 'failing'
  /** Everything before it was delivered or is parked. */
  cursor: string
  /** Entries of the log behind the cursor. Not all of them are events for this endpoint. */
  pendingEntries: number
  /** Events that failed, and those of the same conversations behind them. */
  parkedEvents: number
  /** Events that were given up after nine retries; a replay sends them. */
  missedEvents: number
  /** Since when it fails. */
  dateTimeFailing?: string
  /** When an event was last delivered. */
  dateTimeDelivered?: string
  /** When it was created. */
  dateTimeCreated: string
}

export interface EndpointList {
  /** Oldest first. */
  data: Endpoint[]
}

/** A webhook endpoint. */
export interface EndpointRequest {
  /** Where events are posted: https, port 443 or from 1024 up, a public address. A sandbox also takes http to your own machine. */
  url: string
  /** Types, or families of types. Absent: all. */
  types?: readonly string[] | undefined
  /** Identifiers of advisors. Absent: all who allow the application. */
  advisors?: readonly string[] | undefined
  /** Deliveries a second at most. Absent: as fast as you answer. */
  eventsPerSecond?: number | undefined
  /** Gets an e-mail when the endpoint has failed for 1, 24 and 48 hours, when it is paused for that, and when it works again. Absent: nobody. */
  noticeEmail?: string | undefined
}

export interface EndpointResumption {
  /** `stop`, `end` or a cursor. */
  from?: string | undefined
}

/** Members that are present are replaced, absent members are kept, and null clears a member: all types, all advisors, no limit, no notices. */
export interface EndpointUpdate {
  /** Where events are posted: https, port 443 or from 1024 up, a public address. A sandbox also takes http to your own machine. */
  url?: string | undefined
  /** Types, or families of types. Absent: all. */
  types?: readonly string[] | undefined
  /** Identifiers of advisors. Absent: all who allow the application. */
  advisors?: readonly string[] | undefined
  /** Deliveries a second at most. Absent: as fast as you answer. */
  eventsPerSecond?: number | null | undefined
  /** Gets an e-mail when the endpoint has failed for 1, 24 and 48 hours, when it is paused for that, and when it works again. Absent: nobody. */
  noticeEmail?: string | null | undefined
}

/** Events, and where to continue. */
export interface EventPage {
  /** In the order in which they took effect. */
  data: {
    /** Send it as `after` to continue behind this event. */
    cursor: string
    /** Something that happened on an advisor’s account. It contains no text, no name and no address. */
    event: ParleyEvent
  }[]
  /** Send it as `after` next time. It is there, and may have moved, when data is empty, too. */
  cursor: string
  /** Whether there is more to read now. Data may be empty although there is. */
  hasMore: boolean
  /** Every event with an earlier timestamp has been returned before this cursor. Absent while there is more to read. */
  completeUntil?: string
}

/** Proof that the entry behind an event is in the signed log. */
export interface EventProof {
  /** Event id. */
  eventId: string
  /** Number of the entry in the advisor’s chain: the event’s sequence. */
  sequence: number
  /** Index of the entry in the log. */
  logIndex: number
  /** Size of the tree that the checkpoint signs. */
  treeSize: number
  /** A proof file as in c2sp.org/tlog-proof: leaf, hashes and signed checkpoint. */
  proof: string
}

/** An event, and its place. */
export interface EventResult {
  /** Send it as `after` to continue behind this event. */
  cursor: string
  /** Something that happened on an advisor’s account. It contains no text, no name and no address. */
  event: ParleyEvent
}

/** Why one recipient was refused. */
export interface FailureDetail {
  /** The recipient. */
  phone: string
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** Stable, machine-readable reason. */
  code: 'consent_required' | 'consent_pending' | 'consent_declined' | 'asked_recently' | 'opted_out' | 'no_texting_number' | 'blocked_by_policy'
  /** Human-readable reason. */
  reason: string
  /** Whether the same request may succeed later unchanged. */
  retryable: boolean
  /** Only for a consent request refused as `asked_recently` or `consent_declined`: when the recipient may be asked again, in Unix time in milliseconds. Null means never. */
  mayAskAt?: number | null
}

/** Look up consent: which ones. */
export interface GetConsentQuery {
  /** Phone number in E.164 format. */
  phone?: string | undefined
  /** Member id, instead of the phone number. */
  memberId?: number | undefined
}

/** A group was created. */
export interface GroupCreatedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'group.created'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'group'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Group id. */
    groupId: number
  }
}

/** A group was deleted. Its contacts stay. */
export interface GroupDeletedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'group.deleted'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'group'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Group id. */
    groupId: number
  }
}

/** A group of contacts. */
export interface GroupInput {
  /** Name of the group. Names need not be unique. */
  name: string
  /** Your own id for the group, unique on the account. Creating it again returns the existing group’s id. */
  externalGroupId?: string | undefined
}

/** Contacts to add to the group and to remove from it. */
export interface GroupMembersChange {
  /** Contacts to add. Those already in the group are left as they are. */
  add?: readonly number[] | undefined
  /** Contacts to remove. Those not in the group are left as they are. */
  remove?: readonly number[] | undefined
}

/** What changed in the group. */
export interface GroupMembersResult {
  /** Group id. */
  groupId: number
  /** How many contacts were added. */
  added: number
  /** How many contacts were removed. */
  removed: number
  /** Number of contacts in the group afterwards. */
  contactCount: number
}

/** The complete set of groups of a contact. Send groupIds, or set isSelectAllGroup to true. */
export interface GroupMembership {
  /** Groups that the contact will be in. */
  groupIds?: readonly number[] | undefined
  /** True puts the contact in every group; `groupIds` is then ignored. */
  isSelectAllGroup?: boolean | undefined
}

/** One page of a search. A page past the end has empty data and the correct totalRecord. */
export interface GroupPage {
  /** Items on this page. */
  data: GroupSummary[]
  /** Position of the page in the whole result. */
  pageInfo: PageInfo
}

/** A group was renamed. */
export interface GroupRenamedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'group.renamed'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'group'
    /** Its id. */
    id: number
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Group id. */
    groupId: number
  }
}

/** One group. */
export interface GroupSummary {
  /** Group id. */
  groupId: number
  /** Your own id for the group. */
  externalId?: string
  /** Name of the group. */
  name: string
  /** When it was created. */
  dateTimeCreated: string
  /** When it was last changed. */
  dateTimeModified: string
  /** Number of contacts in the group. */
  contactCount: number
  /** Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import. */
  source: 0 | 1 | 2 | 3 | 4
}

/** The new name of a group. */
export interface GroupUpdate {
  /** Name of the group. Names need not be unique. */
  name: string
}

/** One text on a sandbox handset. */
export interface HandsetMessage {
  /** Seen from the handset: `received` from the advisor, or `sent` to the advisor. */
  direction: 'received' | 'sent'
  /** The text, exactly as it was sent. */
  text: string
  /** When the handset received or sent it. */
  dateTime: string
  /** Only for a received text: the message id that the send returned. */
  messageId?: number
}

/** One page of a search. A page past the end has empty data and the correct totalRecord. */
export interface HandsetPage {
  /** Items on this page. */
  data: HandsetMessage[]
  /** Position of the page in the whole result. */
  pageInfo: PageInfo
}

/** A text from a handset to the advisor. */
export interface HandsetReply {
  /** Text to send from the phone, 1 to 1,600 characters. */
  text: string
}

/** The id of the created or changed resource. */
export interface IdResult {
  /** Id of the created or changed resource. */
  id: number
}

/** List consents by their last change: which ones. */
export interface ListConsentChangesQuery {
  /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
  state?: 'none' | 'pending' | 'accepted' | undefined
  /** Only changes at or after this time. */
  changedSince?: string | undefined
  /** `after` of the previous page. */
  after?: string | undefined
  /** Items per page. */
  pageSize?: number | undefined
}

/** List deliveries: which ones. */
export interface ListDeliveriesQuery {
  /** Only these. */
  outcome?: 'delivered' | 'refused' | 'timeout' | 'unreachable' | undefined
  /** `before` of the previous page. */
  before?: string | undefined
  /** Items per page. */
  pageSize?: number | undefined
}

/** Read events: which ones. */
export interface ListEventsQuery {
  /** A cursor: what follows it. `end`: nothing, only the cursor of now. Absent: from the oldest event since the grant. */
  after?: string | undefined
  /** Types, or families of types, separated by commas. Absent: all. */
  types?: string | undefined
  /** Events at most. */
  limit?: number | undefined
  /** How long to wait if there is nothing new. The response is sent as soon as there is. */
  waitSeconds?: number | undefined
}

/** Read a handset: which ones. */
export interface ListHandsetMessagesQuery {
  /** Page number, from 1. A page past the end is empty. */
  page?: number | undefined
  /** Items per page. */
  pageSize?: number | undefined
}

/** List scheduled texts: which ones. */
export interface ListScheduledMessagesQuery {
  /** Page number, from 1. A page past the end is empty. */
  page?: number | undefined
  /** Items per page. */
  pageSize?: number | undefined
  /** Only texts with this status. */
  status?: 'active' | 'held' | 'ended' | 'cancelled' | undefined
  /** Only texts to this number. */
  phone?: string | undefined
}

/** A text was accepted and is queued. */
export interface MessageAcceptedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.accepted'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
    /** text: a send or a scheduled text. The others are sent by the service. */
    kind: 'text' | 'consent_request' | 'guidance' | 'stop_confirmation' | 'opt_in_confirmation' | 'help'
    /** The scheduled text that it comes from. Absent for a text that was not scheduled. */
    scheduleId?: number
  }
}

/** The carrier reports that a text was delivered. */
export interface MessageDeliveredEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.delivered'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
    /** The delivery status. */
    status: 'delivered'
    /** Why it was not delivered, as in the message’s status. */
    reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  }
}

/** A text failed: the carrier refused it, or it may no longer be sent. */
export interface MessageFailedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.failed'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
    /** The delivery status. */
    status: 'failed'
    /** Why it was not delivered, as in the message’s status. */
    reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  }
}

/** A recipient sent a text. */
export interface MessageReceivedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.received'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
  }
}

/** A text was refused: the recipient may not be texted. Nothing was sent. */
export interface MessageRefusedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.refused'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'member'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Code as in `failureDetails` of a send. */
    code: string
    /** The scheduled text that it comes from. Absent for a text that was not scheduled. */
    scheduleId?: number
  }
}

/** A text to one recipient (`phone`) or to several (`phoneNumbers`). */
export interface MessageRequest {
  /** Message text, 1 to 1,600 characters in UTF-16 code units, white space included: an emoji counts as two or more. At least one character must be visible, and line feed and tab are the only control characters. It is sent and archived exactly as given, in at most 25 parts. */
  text: string
  /** Recipient in E.164 format. */
  phone?: string | undefined
  /** Multiple recipients, instead of `phone`. Duplicate numbers count once. */
  phoneNumbers?: readonly string[] | undefined
  /** True schedules the text; `deliveryDate` is then required. */
  scheduleDelivery?: boolean | undefined
  /** When to send a scheduled text: Unix time in milliseconds, from one minute to 366 days ahead. Without `scheduleDelivery`, omit it or send 0. */
  deliveryDate?: number | undefined
  /** Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined
  /** Not supported yet: a request with media is rejected. Omit this field. */
  media?: readonly never[] | null | undefined
}

/** Outcome for each recipient. A refused recipient does not fail the request. */
export interface MessageResult {
  /** One entry for each accepted recipient, in the order of the request. */
  successes: {
    /** Message id. Null for a scheduled text. */
    messageId: number | null
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The recipient. */
    phone: string
    /** Schedule id. Only for a scheduled text. */
    scheduleId?: number
  }[]
  /** One sentence for each refused recipient, starting with the phone number. */
  failures: string[]
  /** The refusals in `failures`, in the same order, in machine-readable form. */
  failureDetails: FailureDetail[]
}

/** Delivery status of a text. */
export interface MessageStatus {
  /** Message id. */
  messageId: number
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** The recipient. */
  phone: string
  /** Only with the scope `text.conversations.read`. in: a reply. */
  direction?: 'out' | 'in'
  /** The text, only with the scope `text.conversations.read`. */
  text?: string
  /** accepted: queued. submitted: with the carrier. delivered, undelivered, failed: final. unconfirmed: submitted, but the carrier’s response was lost. received: a reply. */
  status: 'accepted' | 'submitted' | 'delivered' | 'undelivered' | 'failed' | 'unconfirmed' | 'received'
  /** Why it was not delivered. invalid_recipient: the number does not exist or cannot receive texts. unreachable: the phone could not be reached. blocked: the recipient or their network blocks the sender. content: the carrier refused or filtered the text because of its content. opted_out: the recipient opted out, here or at the carrier. sender_refused: the carrier does not let the advisor’s number send. expired: it was not delivered in time. other: another reason given by the carrier. no_answer: the carrier did not answer. consent_declined: the recipient declined consent before it was sent. authorization_withdrawn: the advisor withdrew the application’s access before it was sent. held_too_long: the account or the application was on hold for 24 hours. dropped_by_operator: an operator discarded it while it was on hold. */
  reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  /** The same in the carrier’s own terms. For people; its wording can change. */
  carrierReason?: string
  /** When it was accepted. */
  dateTimeCreated: string
  /** When the status last changed. */
  dateTimeUpdated: string
}

/** A text was handed to the carrier. */
export interface MessageSubmittedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.submitted'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
    /** The delivery status. */
    status: 'submitted'
    /** Why it was not delivered, as in the message’s status. */
    reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  }
}

/** The carrier’s response to a text was lost. It may have been delivered. */
export interface MessageUnconfirmedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.unconfirmed'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
    /** The delivery status. */
    status: 'unconfirmed'
    /** Why it was not delivered, as in the message’s status. */
    reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  }
}

/** The carrier reports that a text could not be delivered. */
export interface MessageUndeliveredEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'message.undelivered'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'message'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Message id. */
    messageId: number
    /** The delivery status. */
    status: 'undelivered'
    /** Why it was not delivered, as in the message’s status. */
    reason?: 'invalid_recipient' | 'unreachable' | 'blocked' | 'content' | 'opted_out' | 'sender_refused' | 'expired' | 'other' | 'no_answer' | 'consent_declined' | 'authorization_withdrawn' | 'held_too_long' | 'dropped_by_operator'
  }
}

/** A number, and whether it may be texted on this advisor’s account. */
export interface NumberConsent {
  /** The number. */
  phone: string
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
  state: 'none' | 'pending' | 'accepted'
  /** When the state last changed: Unix time in milliseconds. */
  lastChanged: number
  /** When the recipient was last asked: Unix time in milliseconds. Absent if never asked. */
  lastRequested?: number
  /** True when the recipient replied NO and has not been asked since. */
  declined?: boolean
  /** When the recipient may be asked again: Unix time in milliseconds. Null means never. Absent when earlier requests do not prevent asking. */
  mayAskAt?: number | null
  /** True when the recipient has opted out. Only a START from the recipient reverses it. */
  optedOut?: boolean
}

export interface OptOut {
  /** The number. */
  phone: string
  /** How they opted out, such as a phone call on Tuesday. It is kept as the evidence. */
  note: string
}

export interface OptOutResult {
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** was_opted_out: the number had opted out before, and nothing changed. */
  outcome: 'opted_out' | 'was_opted_out'
}

/** Position of the page in the whole result. */
export interface PageInfo {
  /** The requested page. */
  page: number
  /** The page size used. */
  pageSize: number
  /** Total number of matching items on all pages. */
  totalRecord: number
  /** Sort direction used. */
  sortDirection: 'asc' | 'desc'
  /** Sort field used. */
  sortBy: string
  /** Of contacts: send it as `after` for what follows. Absent when nothing follows, and in other searches. */
  nextCursor?: string
}

/** Something that happened on an advisor’s account. It contains no text, no name and no address. */
export type ParleyEvent =
  | MessageAcceptedEvent
  | MessageRefusedEvent
  | MessageSubmittedEvent
  | MessageDeliveredEvent
  | MessageUndeliveredEvent
  | MessageFailedEvent
  | MessageUnconfirmedEvent
  | MessageReceivedEvent
  | ConsentRequestedEvent
  | ConsentAcceptedEvent
  | ConsentDeclinedEvent
  | ConsentOptedOutEvent
  | ConsentRestoredEvent
  | ScheduleCreatedEvent
  | ScheduleChangedEvent
  | ScheduleHeldEvent
  | ScheduleCancelledEvent
  | ScheduleSkippedEvent
  | ScheduleEndedEvent
  | ContactCreatedEvent
  | ContactChangedEvent
  | ContactDeletedEvent
  | ContactGroupsReplacedEvent
  | GroupCreatedEvent
  | GroupRenamedEvent
  | GroupDeletedEvent
  | AdvisorHandedOverEvent
  | AccessGrantedEvent
  | AccessRevokedEvent

/** Why a whole request failed (RFC 7807, application/problem+json). */
export interface Problem {
  /** URL of a page that explains the code. */
  type: string
  /** Human-readable name of the code. */
  title: string
  /** The HTTP status. */
  status: number
  /** What went wrong with this request. */
  detail: string
  /** The path of the request. */
  instance: string
  /** Stable, machine-readable reason. */
  code: 'invalid_request' | 'version_mismatch' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'gone' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'downstream_unavailable' | 'downstream_timeout'
  /** W3C trace id. Quote it in a support request. */
  traceId: string
  /** Whether the same request may succeed later. */
  retryable: boolean
  /** More about the problem. For every 400: `errors`, a list of objects with `path` (a JSON pointer; empty: the request itself) and `message`. */
  details?: unknown
}

/** Read the texts of a conversation: which ones. */
export interface ReadConversationMessagesQuery {
  /** Only texts before this message. */
  before?: number | undefined
  /** Only texts after this message; 0 for the first ones. */
  after?: number | undefined
  /** Items per page. */
  pageSize?: number | undefined
}

/** List conversations: which ones. */
export interface ReadConversationsQuery {
  /** `after` of the previous page. */
  after?: string | undefined
  /** Items per page. */
  pageSize?: number | undefined
}

export interface ReplayRequest {
  only?: 'missed' | 'all' | undefined
  /** From this time on. */
  from?: string | undefined
  /** Until this time. Absent: until now. */
  to?: string | undefined
}

export interface ReplayResult {
  /** Of those given up: how many are tried again. */
  missedEvents: number
}

export interface RotatedSecret {
  /** Checks signatures. It is shown only now. */
  secret: string
}

/** A scheduled text was cancelled. */
export interface ScheduleCancelledEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'schedule.cancelled'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'schedule'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Id of the scheduled text. */
    scheduleId: number
  }
}

/** Changes to a scheduled text. */
export interface ScheduleChange {
  /** Message text, 1 to 1,600 characters in UTF-16 code units, white space included: an emoji counts as two or more. At least one character must be visible, and line feed and tab are the only control characters. It is sent and archived exactly as given, in at most 25 parts. */
  text?: string | undefined
  /** When to send a scheduled text: Unix time in milliseconds, from one minute to 366 days ahead. To keep the date, omit it or send 0. */
  deliveryDate?: number | undefined
  /** Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. To keep it, omit it or send null: 0 makes a recurring text fire only once more. */
  frequency?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined
  /** Releases a held text. A recurring text continues with its next time from now. A one-time text whose time has passed needs a new `deliveryDate`. */
  status?: 'active' | undefined
  /** Not supported yet: a request with media is rejected. Omit this field. */
  media?: readonly never[] | null | undefined
}

/** A scheduled text was changed, or follows the new number of its contact. */
export interface ScheduleChangedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'schedule.changed'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'schedule'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Id of the scheduled text. */
    scheduleId: number
  }
}

/** A text was scheduled. */
export interface ScheduleCreatedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'schedule.created'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'schedule'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Id of the scheduled text. */
    scheduleId: number
  }
}

/** A repeating text ended early, because the recipient opted out. */
export interface ScheduleEndedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'schedule.ended'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'schedule'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Id of the scheduled text. */
    scheduleId: number
  }
}

/** Outcome of one due time of a scheduled text. */
export interface ScheduleFiring {
  /** When it was due: Unix time in milliseconds. */
  deliveryDate: number
  /** When it fired. */
  dateTimeFired: string
  /** accepted: the text was sent. refused: `code` says why. skipped: the service was more than 24 hours late. */
  outcome: 'accepted' | 'refused' | 'skipped'
  /** Only when refused: a code as in `failureDetails`. */
  code?: string
  /** Only when sent: the message id. */
  messageId?: number
}

/** A scheduled text waits for the advisor’s decision, because the contact’s number changed or the account was handed over. */
export interface ScheduleHeldEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'schedule.held'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'schedule'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Id of the scheduled text. */
    scheduleId: number
  }
}

/** A due time of a scheduled text was skipped, because it was too long ago. */
export interface ScheduleSkippedEvent {
  /** Never changes, and is different for each event. */
  id: string
  /** What happened. */
  type: 'schedule.skipped'
  /** When it happened. */
  timestamp: string
  /** The advisor’s identifier. */
  advisor: string
  /** Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
  sequence: number
  /** What it happened to. */
  subject: {
    /** What the id refers to. */
    type: 'schedule'
    /** Its id. */
    id: number
  }
  /** The conversation that it belongs to. Absent for contacts, groups and access. */
  conversation?: {
    /** Member id: identifies the phone number on this advisor’s account. */
    memberId: number
    /** The other party. */
    phone: string
  }
  /** Who caused it. */
  actor: {
    /** advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt. */
    type: 'advisor' | 'assistant' | 'application' | 'operator' | 'person' | 'recipient' | 'system'
    /** True if your application caused it. */
    self: boolean
    /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
    personId?: number
    /** Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
    scheduledBy?: {
      /** As in `actor.type`. */
      type: 'advisor' | 'assistant' | 'application'
      /** True if your application scheduled it. */
      self: boolean
      /** The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
      personId?: number
    }
  }
  /** Trace id of the request that caused it. */
  traceId?: string
  data: {
    /** Id of the scheduled text. */
    scheduleId: number
  }
}

/** A text that is sent later, once or repeatedly. */
export interface ScheduledMessage {
  /** Schedule id. */
  scheduleId: number
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** The recipient. */
  phone: string
  /** The text, exactly as it is sent. */
  text: string
  /** active: it will fire. held: it will not fire until released; `holdReason` says why. ended: it has fired for the last time. cancelled: it was cancelled before that. */
  status: 'active' | 'held' | 'ended' | 'cancelled'
  /** Only when held. number_changed: the contact now has a different number. restored: the service was restored from a backup, and this text may already have been sent. handed_over: the account has a new advisor, who has not confirmed it yet. */
  holdReason?: 'number_changed' | 'restored' | 'handed_over'
  /** Only when ended. fired: its only delivery date has passed, whatever the outcome. opted_out: the recipient opted out. */
  endReason?: 'fired' | 'opted_out'
  /** True when the recipient has opted out: an active text ends instead of firing, unless they text START before. */
  optedOut?: boolean
  /** When it first fires or fired: Unix time in milliseconds. */
  deliveryDate: number
  /** When it fires next: Unix time in milliseconds. For a held text, when it would have fired, possibly in the past. */
  nextDeliveryDate?: number
  /** Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** Time zone used to compute the recurrence. */
  timeZone: string
  /** When it was accepted. */
  dateTimeCreated: string
  /** When it was last edited, fired, held, moved or cancelled. */
  dateTimeModified: string
}

/** A scheduled text and its firings so far. */
export interface ScheduledMessageDetail {
  /** Schedule id. */
  scheduleId: number
  /** Member id: identifies the phone number on this advisor’s account. */
  memberId: number
  /** The recipient. */
  phone: string
  /** The text, exactly as it is sent. */
  text: string
  /** active: it will fire. held: it will not fire until released; `holdReason` says why. ended: it has fired for the last time. cancelled: it was cancelled before that. */
  status: 'active' | 'held' | 'ended' | 'cancelled'
  /** Only when held. number_changed: the contact now has a different number. restored: the service was restored from a backup, and this text may already have been sent. handed_over: the account has a new advisor, who has not confirmed it yet. */
  holdReason?: 'number_changed' | 'restored' | 'handed_over'
  /** Only when ended. fired: its only delivery date has passed, whatever the outcome. opted_out: the recipient opted out. */
  endReason?: 'fired' | 'opted_out'
  /** True when the recipient has opted out: an active text ends instead of firing, unless they text START before. */
  optedOut?: boolean
  /** When it first fires or fired: Unix time in milliseconds. */
  deliveryDate: number
  /** When it fires next: Unix time in milliseconds. For a held text, when it would have fired, possibly in the past. */
  nextDeliveryDate?: number
  /** Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. */
  frequency: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** Time zone used to compute the recurrence. */
  timeZone: string
  /** When it was accepted. */
  dateTimeCreated: string
  /** When it was last edited, fired, held, moved or cancelled. */
  dateTimeModified: string
  /** Outcomes so far: the latest 100 firings, newest first. */
  firings: ScheduleFiring[]
}

/** One page of a search. A page past the end has empty data and the correct totalRecord. */
export interface ScheduledMessagePage {
  /** Items on this page. */
  data: ScheduledMessage[]
  /** Position of the page in the whole result. */
  pageInfo: PageInfo
}

/** Search contacts: which ones. */
export interface SearchContactsQuery {
  /** Page number, from 1. A page past the end is empty. */
  page?: number | undefined
  /** Items per page. */
  pageSize?: number | undefined
  /** Sort field. */
  sortBy?: 'fullName' | 'email' | 'emailStatus' | 'groupCount' | 'source' | 'dateTimeCreated' | 'dateTimeModified' | undefined
  /** Sort direction. */
  sortDirection?: 'asc' | 'desc' | undefined
  /** Words of a name, nickname, e-mail address or phone number, in any order. Case, accents, apostrophes and the format of a phone number are ignored. */
  search?: string | undefined
  /** The `nextCursor` of the page before, with the same sort order and filters. `page` is then ignored. */
  after?: string | undefined
  /** Only contacts in this group. */
  groupId?: number | undefined
  /** Only contacts with this phone number. */
  phone?: string | undefined
  /** Only the contact with this id of yours. */
  externalContactId?: string | undefined
  /** Only contacts created or changed at or after this instant. */
  modifiedSince?: string | undefined
}

/** Search the content library: which ones. */
export interface SearchContentQuery {
  /** Only items of this type. */
  contentType?: 'All' | 'WebContent' | 'Emails' | 'SocialPosts' | 'Print' | 'DownloadContent' | undefined
  /** Words to search for. */
  search?: string | undefined
  /** Page number, from 1. A page past the end is empty. */
  page?: number | undefined
  /** Items per page. */
  pageSize?: number | undefined
}

/** Search groups: which ones. */
export interface SearchGroupsQuery {
  /** Page number, from 1. A page past the end is empty. */
  page?: number | undefined
  /** Items per page. */
  pageSize?: number | undefined
  /** Sort direction. */
  sortDirection?: 'asc' | 'desc' | undefined
  /** Words of a group name, in any order and spelling. */
  search?: string | undefined
  /** Only the group with this id of yours. */
  externalGroupId?: string | undefined
}

export interface SecretRotation {
  kind?: 'hmac' | 'ed25519' | undefined
  /** At most seven days. */
  overlapSeconds?: number | undefined
}
