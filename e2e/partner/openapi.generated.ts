// Generated from the OpenAPI document by openapi-typescript. Do not edit.
export interface paths {
    "/text/messaging/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send or schedule a text
         * @description Sends from the advisor’s texting number. Consent and opt-out are checked for each recipient; a refused recipient appears in `failures` and does not fail the request. A new number becomes a contact; existing contacts are never changed.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up the delivery status of a text
         * @description Returns the delivery status of a text sent from this advisor’s account. With the scope `text.conversations.read` also its text, and replies too; that reading is recorded.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description All conversations of the advisor, also those of other applications. Each reading is recorded, and the advisor can see it.
         */
        get: operations["readConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/conversations/{memberId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the texts of a conversation
         * @description Texts and replies. Without `before` and `after`, the latest. To go back, send the first `messageId` of a page as `before`; to read what is new, send the last as `after`. A text that is on its way never appears later with an id below one that you have. Each reading is recorded, and the advisor can see it.
         */
        get: operations["readConversationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/scheduled-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scheduled texts
         * @description Active texts come first, the next to fire at the top. Cancelled, ended and held texts follow, newest first.
         */
        get: operations["listScheduledMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/scheduled-messages/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scheduled text
         * @description Returns a scheduled text with the outcome of each firing.
         */
        get: operations["getScheduledMessage"];
        /**
         * Edit a scheduled text
         * @description Replaces the fields that are present and keeps the others. A new `deliveryDate` is when the text fires next, and the recurrence counts from there; a new `frequency` alone counts from the next firing. Past firings do not change. A held text stays held unless `status` is `active`. A text that has ended or was cancelled returns 400.
         */
        put: operations["updateScheduledMessage"];
        post?: never;
        /**
         * Cancel a scheduled text
         * @description The text will not fire again and stays in the list as cancelled. Cancelling it again returns 204. A text that has already ended returns 400.
         */
        delete: operations["cancelScheduledMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/consent-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request consent
         * @description Sends the firm’s consent request, exactly as the button in the advisor’s app does. If any number has already accepted, the whole request fails with 400 and `details.accepted`. An opted-out number appears in `failures`. So does a number that may not be asked again yet: `asked_recently` within 24 hours of an unanswered request, `consent_declined` within 30 days of a NO and permanently after a second NO. `mayAskAt` says when it may be asked. A firm may set other limits.
         */
        post: operations["requestConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up consent
         * @description Send `phone`, `memberId`, or both if they refer to the same person. After a consent request, poll every 30 seconds for 5 minutes, then every 5 minutes, and stop after 24 hours. To wait for many, poll the changes instead.
         */
        get: operations["getConsent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/consents/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up the consent of many numbers
         * @description Up to 200 numbers at once. Counts as one request of the usage plan. It changes nothing, so an Idempotency-Key has no effect.
         */
        post: operations["lookUpConsents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/consents/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consents by their last change
         * @description All numbers of contacts who have been asked or have opted in or out, in the order of the last request, reply or opt-out, oldest first. To wait for the replies of many, poll this once a minute for all of them, with `changedSince` a minute before the newest `lastChanged` you have: changes that happen at the same time can become visible in another order.
         */
        get: operations["listConsentChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/text/messaging/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an opt-out
         * @description For an opt-out that did not arrive as a text, such as one by phone. It counts like a STOP, for a number without a contact, too. Nothing is sent. Only a START from the recipient reverses it.
         */
        post: operations["recordOptOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read events
         * @description What happened, in the order in which it took effect, from the moment an advisor allowed your application. An advisor’s token reads the events of that advisor; an application token with the scope `events.read` reads those of all advisors who allow the application. `text.messaging.read` opens `message.*`, `consent.*` and `schedule.*`; `core.contacts.read` opens `contact.*` and `group.*`. Cursors do not expire. With `Accept: text/event-stream` the same events come as server-sent events: `id` is the cursor, `event` the type, `data` the event, and `Last-Event-ID` resumes.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up an event
         * @description One event that the access token can read.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove an event
         * @description Proves that the journal entry behind the event is in the log that this installation publishes and signs. Fails with `conflict` while no signed checkpoint covers the entry, and if the installation publishes no log.
         */
        get: operations["getEventProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description All endpoints of the application. Needs an application token with the scope `events.manage`.
         */
        get: operations["listEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events from now on are posted to the address, signed as Standard Webhooks says: in order for each conversation, at least once, the same event with the same `webhook-id`. Outside a sandbox an endpoint is `untested` until a test has arrived. At most 16 per application. Needs an application token with the scope `events.manage`.
         */
        post: operations["createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a webhook endpoint
         * @description Its state, and how far it is. Needs an application token with the scope `events.manage`.
         */
        get: operations["getEndpoint"];
        /**
         * Change a webhook endpoint
         * @description Replaces address, types, advisors, rate and notice address. With another address it is `untested` again outside a sandbox. Needs an application token with the scope `events.manage`.
         */
        put: operations["updateEndpoint"];
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description With its secrets and deliveries. Needs an application token with the scope `events.manage`.
         */
        delete: operations["deleteEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Posts an `endpoint.test` event now and says what became of it. An untested endpoint becomes active when it arrives. Needs an application token with the scope `events.manage`.
         */
        post: operations["testEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description The old secrets of the same kind sign too until the overlap ends. `ed25519` gives a public key: its signatures (`v1a`) can be checked by third parties. Needs an application token with the scope `events.manage`.
         */
        post: operations["rotateEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook endpoint
         * @description Nothing is sent until it is resumed, and nothing is discarded. Needs an application token with the scope `events.manage`.
         */
        post: operations["pauseEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a webhook endpoint
         * @description Continues where it stopped, at the end of the log, or at a cursor. Needs an application token with the scope `events.manage`.
         */
        post: operations["resumeEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description `missed`: those that were given up. Otherwise all events from a time or cursor to another, beside the live ones, each with its old `webhook-id`. Needs an application token with the scope `events.manage`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Attempts of the last 30 days, newest first. Needs an application token with the scope `events.manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/console-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the developers’ console
         * @description A link for one of your developers. It works once, for ten minutes, and opens a page with all endpoints, their deliveries and what can be done with them, for an hour. Whoever has it may do what the application may do with its endpoints. Needs an application token with the scope `events.manage`.
         */
        post: operations["createConsoleLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search contacts
         * @description Returns a page of contacts, for dashboards and reconciliation. Contacts with equal sort values are ordered by contactId. To read them all, follow `nextCursor` with `after`: unlike page numbers, it neither repeats nor skips contacts when others are added or deleted meanwhile.
         */
        get: operations["searchContacts"];
        put?: never;
        /**
         * Create a contact
         * @description Adds a contact to the advisor’s address book. Two contacts may share a phone number.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Returns one contact with all its fields.
         */
        get: operations["getContact"];
        /**
         * Update a contact
         * @description Replaces the fields that are present and keeps the others; null clears a field. If the phone number changes, scheduled texts to the old number are held, unless `scheduledMessages` says otherwise or another contact has that number too. Consent and texts stay with the number.
         */
        put: operations["updateContact"];
        post?: never;
        /**
         * Delete a contact
         * @description Removes the contact from every read immediately. Its texts, consent record and archive are kept.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/contacts/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update many contacts
         * @description Creates or updates up to 200 contacts by your own ids, with a result for each. Valid lines are written together; a failed line changes nothing. If a phone number changes, scheduled texts to the old number are held.
         */
        post: operations["upsertContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/contacts/{contactId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the groups of a contact
         * @description Puts the contact in exactly these groups. An unknown group fails the request.
         */
        put: operations["replaceContactGroups"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search groups
         * @description Lists the advisor’s groups by name. Groups with the same name are ordered by groupId.
         */
        get: operations["searchGroups"];
        put?: never;
        /**
         * Create a group
         * @description Creates a group, or returns the id of the one that already has this externalGroupId.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group
         * @description Returns one group. To list its contacts, search contacts with its groupId.
         */
        get: operations["getGroup"];
        /**
         * Rename a group
         * @description Gives the group another name. Its contacts and your id for it stay.
         */
        put: operations["updateGroup"];
        post?: never;
        /**
         * Delete a group
         * @description Deletes the group and its memberships at once, whatever its size; its name and externalGroupId can be used again. The contacts are kept. For a group of more than 500, dateTimeModified of its contacts changes within the next minutes.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/contact/groups/{groupId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add and remove contacts of a group
         * @description Adds contacts to the group and removes others, up to 200 each. If one of them is not in the address book, nothing changes. Repeating the request changes nothing.
         */
        post: operations["changeGroupMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core/content/library/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the content library
         * @description Returns shared items and items of the advisor’s firm: by relevance if `search` is present, otherwise newest first.
         */
        get: operations["searchContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up the account
         * @description The advisor, the texting number, whether consent is required and can be requested, the scopes of the token, and what is left of the usage plan. Works with any scope.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{phone}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a handset
         * @description Sandbox only: in production this path returns 404. Returns the texts between this phone and the advisor’s texting number, oldest first.
         */
        get: operations["listHandsetMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/handsets/{phone}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reply from a handset
         * @description Sandbox only: in production this path returns 404. Texts the advisor’s number from this phone, as a person would: YES, STOP or any other text.
         */
        post: operations["replyFromHandset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "message.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.accepted
         * @description A text was accepted and is queued.
         */
        post: operations["onMessageAcceptedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.refused
         * @description A text was refused: the recipient may not be texted. Nothing was sent.
         */
        post: operations["onMessageRefusedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.submitted
         * @description A text was handed to the carrier.
         */
        post: operations["onMessageSubmittedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.delivered
         * @description The carrier reports that a text was delivered.
         */
        post: operations["onMessageDeliveredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.undelivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.undelivered
         * @description The carrier reports that a text could not be delivered.
         */
        post: operations["onMessageUndeliveredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.failed
         * @description A text failed: the carrier refused it, or it may no longer be sent.
         */
        post: operations["onMessageFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.unconfirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.unconfirmed
         * @description The carrier’s response to a text was lost. It may have been delivered.
         */
        post: operations["onMessageUnconfirmedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.received
         * @description A recipient sent a text.
         */
        post: operations["onMessageReceivedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "consent.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * consent.requested
         * @description A consent request was sent.
         */
        post: operations["onConsentRequestedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "consent.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * consent.accepted
         * @description A recipient accepted: texts may be sent.
         */
        post: operations["onConsentAcceptedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "consent.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * consent.declined
         * @description A recipient replied NO.
         */
        post: operations["onConsentDeclinedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "consent.opted_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * consent.opted_out
         * @description A recipient opted out. Only a START from the recipient reverses it.
         */
        post: operations["onConsentOptedOutEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "consent.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * consent.restored
         * @description A recipient replied START after an opt-out.
         */
        post: operations["onConsentRestoredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * schedule.created
         * @description A text was scheduled.
         */
        post: operations["onScheduleCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * schedule.changed
         * @description A scheduled text was changed, or follows the new number of its contact.
         */
        post: operations["onScheduleChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * schedule.held
         * @description A scheduled text waits for the advisor’s decision, because the contact’s number changed or the account was handed over.
         */
        post: operations["onScheduleHeldEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * schedule.cancelled
         * @description A scheduled text was cancelled.
         */
        post: operations["onScheduleCancelledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.skipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * schedule.skipped
         * @description A due time of a scheduled text was skipped, because it was too long ago.
         */
        post: operations["onScheduleSkippedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * schedule.ended
         * @description A repeating text ended early, because the recipient opted out.
         */
        post: operations["onScheduleEndedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * contact.created
         * @description A contact was created, by anybody: also by a text to a new number or by an import.
         */
        post: operations["onContactCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * contact.changed
         * @description Fields of a contact were changed.
         */
        post: operations["onContactChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * contact.deleted
         * @description A contact was deleted.
         */
        post: operations["onContactDeletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.groups_replaced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * contact.groups_replaced
         * @description A contact joined or left groups.
         */
        post: operations["onContactGroupsReplacedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "group.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * group.created
         * @description A group was created.
         */
        post: operations["onGroupCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "group.renamed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * group.renamed
         * @description A group was renamed.
         */
        post: operations["onGroupRenamedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "group.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * group.deleted
         * @description A group was deleted. Its contacts stay.
         */
        post: operations["onGroupDeletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "advisor.handed_over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * advisor.handed_over
         * @description The account was handed over to another advisor of the firm. Identifier, numbers, contacts, conversations and consents stay. Grants that the former advisor gave have ended, and scheduled texts are held unless the firm chose otherwise.
         */
        post: operations["onAdvisorHandedOverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "access.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * access.granted
         * @description The advisor allowed your application. Its events begin with this one.
         */
        post: operations["onAccessGrantedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "access.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * access.revoked
         * @description A grant to your application was revoked. Unless another one stands, this is the advisor’s last event.
         */
        post: operations["onAccessRevokedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The advisor allowed your application. Its events begin with this one.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "access.granted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "application",
         *         "id": 21505
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scopes": [
         *           "text.messaging.read"
         *         ]
         *       }
         *     }
         */
        AccessGrantedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "access.granted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "application";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description The scopes concerned. */
                scopes: string[];
            };
        };
        /**
         * @description A grant to your application was revoked. Unless another one stands, this is the advisor’s last event.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "access.revoked",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "application",
         *         "id": 21505
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scopes": [
         *           "text.messaging.read"
         *         ]
         *       }
         *     }
         */
        AccessRevokedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "access.revoked";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "application";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description The scopes concerned. */
                scopes: string[];
            };
        };
        /**
         * @description The account that an access token and an API key act on.
         * @example {
         *       "advisor": {
         *         "name": "Rosa Delgado"
         *       },
         *       "firm": {
         *         "name": "Delgado & Partners"
         *       },
         *       "textingNumber": "+12025550101",
         *       "timeZone": "America/New_York",
         *       "consentRequired": true,
         *       "consentRequestConfigured": true,
         *       "scopes": [
         *         "core.contacts.read",
         *         "text.messaging.read",
         *         "text.messaging.write"
         *       ],
         *       "plan": {
         *         "requestsPerSecond": 10,
         *         "burst": 50,
         *         "burstLeft": 49,
         *         "requestsPerDay": 100000,
         *         "requestsLeftToday": 99874
         *       }
         *     }
         */
        Account: {
            /** @description The advisor behind the access token. */
            advisor: {
                /** @description Name. */
                name: string;
            };
            /** @description The advisor’s firm. */
            firm: {
                /** @description Name. */
                name: string;
            };
            /** @description The number that texts are sent from. Absent if the advisor cannot text yet. */
            textingNumber?: string;
            /** @description Time zone of the advisor’s schedules, by its IANA name. */
            timeZone: string;
            /** @description Whether a recipient must have consented before a text. Opt-outs always count. */
            consentRequired: boolean;
            /** @description Whether the firm has a consent request, so that consent can be requested. */
            consentRequestConfigured: boolean;
            /** @description What the access token allows now. */
            scopes: string[];
            /** @description The usage plan of the API key. */
            plan: {
                /** @description Sustained rate. */
                requestsPerSecond: number;
                /** @description Requests at once. */
                burst: number;
                /** @description How many of them are left now. */
                burstLeft: number;
                /** @description Requests in a UTC day. Absent if not limited. */
                requestsPerDay?: number;
                /** @description How many of them are left. */
                requestsLeftToday?: number;
            };
        };
        /**
         * @description The account was handed over to another advisor of the firm. Identifier, numbers, contacts, conversations and consents stay. Grants that the former advisor gave have ended, and scheduled texts are held unless the firm chose otherwise.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "advisor.handed_over",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "advisor",
         *         "id": 1025
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "advisorId": 1025
         *       }
         *     }
         */
        AdvisorHandedOverEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "advisor.handed_over";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "advisor";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Advisor id of the account. */
                advisorId: number;
            };
        };
        /**
         * @description A recipient accepted: texts may be sent.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "consent.accepted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "member",
         *         "id": 21505
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "memberId": 21505,
         *         "state": "accepted"
         *       }
         *     }
         */
        ConsentAcceptedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "consent.accepted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "member";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /**
                 * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
                 * @enum {string}
                 */
                state: "none" | "pending" | "accepted";
            };
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "phone": "+12025550148",
         *           "memberId": 21505,
         *           "state": "accepted",
         *           "lastChanged": 1762871400000,
         *           "lastRequested": 1762871100000
         *         }
         *       ],
         *       "after": "1762871400000.21505"
         *     }
         */
        ConsentChanges: {
            /** @description In the order of the last request, reply or opt-out, oldest first. */
            data: components["schemas"]["NumberConsent"][];
            /** @description Send it as `after` to get the next page. Absent on the last. */
            after?: string;
        };
        /**
         * @description A recipient replied NO.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "consent.declined",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "member",
         *         "id": 21505
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "memberId": 21505,
         *         "state": "pending"
         *       }
         *     }
         */
        ConsentDeclinedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "consent.declined";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "member";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /**
                 * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
                 * @enum {string}
                 */
                state: "none" | "pending" | "accepted";
            };
        };
        /**
         * @example {
         *       "phoneNumbers": [
         *         "+12025550148",
         *         "+12025550177"
         *       ]
         *     }
         */
        ConsentLookup: {
            /** @description The numbers. A number that is listed twice is looked up once. */
            phoneNumbers: string[];
        };
        /**
         * @example {
         *       "consents": [
         *         {
         *           "phone": "+12025550148",
         *           "memberId": 21505,
         *           "state": "accepted",
         *           "lastChanged": 1762871400000,
         *           "lastRequested": 1762871100000
         *         }
         *       ],
         *       "notFound": [
         *         "+12025550177"
         *       ]
         *     }
         */
        ConsentLookupResult: {
            /** @description One entry for each number that a contact has, in the order of the request. */
            consents: components["schemas"]["NumberConsent"][];
            /** @description Numbers that no contact on this advisor’s account has. */
            notFound: string[];
        };
        /**
         * @description A recipient opted out. Only a START from the recipient reverses it.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "consent.opted_out",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "member",
         *         "id": 21505
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "memberId": 21505,
         *         "state": "none"
         *       }
         *     }
         */
        ConsentOptedOutEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "consent.opted_out";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "member";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /**
                 * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
                 * @enum {string}
                 */
                state: "none" | "pending" | "accepted";
            };
        };
        /**
         * @description Numbers to send the firm’s consent request to.
         * @example {
         *       "phoneNumbers": [
         *         "+12025550148"
         *       ]
         *     }
         */
        ConsentRequest: {
            /**
             * @description People to ask for consent. Duplicate numbers count once.
             * @example [
             *       "+12025550123",
             *       "+12025550148"
             *     ]
             */
            phoneNumbers: string[];
        };
        /**
         * @description Outcome for each number.
         * @example {
         *       "successes": [
         *         {
         *           "memberId": 21505,
         *           "phone": "+12025550148",
         *           "consentState": "pending"
         *         }
         *       ],
         *       "failures": [],
         *       "failureDetails": []
         *     }
         */
        ConsentRequestResult: {
            /** @description One entry for each number that was asked for consent, in the order of the request. */
            successes: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number | null;
                /** @description The recipient. */
                phone: string;
                /**
                 * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
                 * @enum {string|null}
                 */
                consentState: "none" | "pending" | "accepted" | null;
            }[];
            /**
             * @description One sentence for each refused recipient, starting with the phone number.
             * @example [
             *       "+12025550148: has not consented to receive texts"
             *     ]
             */
            failures: string[];
            /** @description The refusals in `failures`, in the same order, in machine-readable form. */
            failureDetails: components["schemas"]["FailureDetail"][];
        };
        /**
         * @description A consent request was sent.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "consent.requested",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "member",
         *         "id": 21505
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "memberId": 21505,
         *         "state": "pending"
         *       }
         *     }
         */
        ConsentRequestedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "consent.requested";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "member";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /**
                 * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
                 * @enum {string}
                 */
                state: "none" | "pending" | "accepted";
            };
        };
        /**
         * @description A recipient replied START after an opt-out.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "consent.restored",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "member",
         *         "id": 21505
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "memberId": 21505,
         *         "state": "accepted"
         *       }
         *     }
         */
        ConsentRestoredEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "consent.restored";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "member";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /**
                 * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
                 * @enum {string}
                 */
                state: "none" | "pending" | "accepted";
            };
        };
        /**
         * @description Whether a number may be texted on this advisor’s account.
         * @example {
         *       "memberId": 21505,
         *       "state": "accepted",
         *       "lastChanged": 1762871400000,
         *       "lastRequested": 1762871100000
         *     }
         */
        ConsentStatus: {
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /**
             * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
             * @enum {string}
             */
            state: "none" | "pending" | "accepted";
            /**
             * @description When the state last changed: Unix time in milliseconds.
             * @example 1762871400000
             */
            lastChanged: number;
            /**
             * @description When the recipient was last asked: Unix time in milliseconds. Absent if never asked.
             * @example 1762871100000
             */
            lastRequested?: number;
            /** @description True when the recipient replied NO and has not been asked since. */
            declined?: boolean;
            /**
             * @description When the recipient may be asked again: Unix time in milliseconds. Null means never. Absent when earlier requests do not prevent asking.
             * @example 1762957500000
             */
            mayAskAt?: number | null;
            /** @description True when the recipient has opted out. Only a START from the recipient reverses it. */
            optedOut?: boolean;
        };
        /**
         * @example {
         *       "url": "https://texting.example.org/developer/open?link=Jc0x3zYH2mVwQ9fJtq7e5aWc8rXk1bPn4sUd6gLo0iE",
         *       "dateTimeExpires": "2026-11-15T21:01:07.123Z"
         *     }
         */
        ConsoleLink: {
            /** @description Open it in a browser. It is returned only now. */
            url: string;
            /**
             * Format: date-time
             * @description Until when it can be opened.
             */
            dateTimeExpires: string;
        };
        /**
         * @description Contacts to create or update.
         * @example {
         *       "contacts": [
         *         {
         *           "externalContactId": "crm-8842",
         *           "firstName": "Maria",
         *           "lastName": "Alvarez",
         *           "phone": "+12025550123"
         *         }
         *       ]
         *     }
         */
        ContactBatch: {
            /** @description Up to 200 contacts. Each is checked by itself: one that is invalid does not stop the others. */
            contacts: components["schemas"]["ContactUpsert"][];
        };
        /**
         * @description The result of one line.
         * @example {
         *       "externalContactId": "crm-8842",
         *       "contactId": 5121,
         *       "outcome": "created"
         *     }
         */
        ContactBatchLine: {
            /** @description Your own id, if the line had one. */
            externalContactId?: string;
            /**
             * @description Contact id, unless the line failed.
             * @example 5121
             */
            contactId?: number;
            /**
             * @description What became of this line.
             * @enum {string}
             */
            outcome: "created" | "updated" | "unchanged" | "failed";
            /** @description Why it failed, at most ten. */
            errors?: {
                /** @description JSON pointer into the line. */
                path: string;
                /** @description What is wrong. */
                message: string;
            }[];
        };
        /**
         * @description What became of each line.
         * @example {
         *       "results": [
         *         {
         *           "externalContactId": "crm-8842",
         *           "contactId": 5121,
         *           "outcome": "created"
         *         },
         *         {
         *           "externalContactId": "crm-8843",
         *           "outcome": "failed",
         *           "errors": [
         *             {
         *               "path": "/phone",
         *               "message": "must be in E.164 format"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        ContactBatchResult: {
            /** @description One result per line, in the order of the request. */
            results: components["schemas"]["ContactBatchLine"][];
        };
        /**
         * @description Fields of a contact were changed.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "contact.changed",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "contact",
         *         "id": 5121
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "contactId": 5121,
         *         "fields": [
         *           "lastName",
         *           "phone"
         *         ]
         *       }
         *     }
         */
        ContactChangedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "contact.changed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "contact";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Contact id. */
                contactId: number;
                /** @description Names of the changed fields. */
                fields: string[];
            };
        };
        /**
         * @description A contact was created, by anybody: also by a text to a new number or by an import.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "contact.created",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "contact",
         *         "id": 5121
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "contactId": 5121
         *       }
         *     }
         */
        ContactCreatedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "contact.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "contact";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Contact id. */
                contactId: number;
            };
        };
        /**
         * @description A contact was deleted.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "contact.deleted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "contact",
         *         "id": 5121
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "contactId": 5121
         *       }
         *     }
         */
        ContactDeletedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "contact.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "contact";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Contact id. */
                contactId: number;
            };
        };
        /**
         * @description One contact with all its fields. Fields without a value are omitted.
         * @example {
         *       "contactId": 5121,
         *       "identifier": "019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10",
         *       "source": 1,
         *       "sourceText": "Partner API",
         *       "isCrmLinkedContact": false,
         *       "emailAddress": "maria.alvarez@mail.test",
         *       "phone": "+12025550123",
         *       "firstName": "Maria",
         *       "lastName": "Alvarez",
         *       "birthDate": "1974-06-02",
         *       "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *       "dateTimeModified": "2026-11-11T14:30:00.000Z",
         *       "gender": 2,
         *       "maritalStatus": 2,
         *       "emailStatus": 1,
         *       "disableEmailStatus": false,
         *       "city": "Dayton",
         *       "state": "OH",
         *       "groupIds": [
         *         2049
         *       ],
         *       "customFields": []
         *     }
         */
        ContactDetail: {
            /**
             * @description Contact id.
             * @example 5121
             */
            contactId: number;
            /**
             * Format: uuid
             * @description The contact’s identity across systems, a UUID.
             * @example 019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10
             */
            identifier: string;
            /** @description Your own id, from a batch. */
            externalContactId?: string;
            /** @description Id of the person in the advisor’s CRM. */
            remoteContactId?: string;
            /**
             * @description Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import.
             * @example 1
             * @enum {integer}
             */
            source: 0 | 1 | 2 | 3 | 4;
            /**
             * @description `source` as text.
             * @enum {string}
             */
            sourceText: "Advisor app" | "Partner API" | "Texting" | "CRM" | "File import";
            /** @description Whether a CRM record is linked. */
            isCrmLinkedContact: boolean;
            /** @description E-mail address. */
            emailAddress?: string;
            /** @description Phone number in E.164 format. */
            phone?: string;
            /** @description Given name. */
            firstName?: string;
            /** @description Family name. */
            lastName?: string;
            /** @description What the advisor calls the person. */
            nickname?: string;
            /**
             * Format: date
             * @description Birthday.
             */
            birthDate?: string;
            /**
             * Format: date
             * @description Date on which they became a client.
             */
            clientAnniversary?: string;
            /**
             * Format: date-time
             * @description When they unsubscribed from e-mail.
             */
            dateTimeUnsubscribed?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            dateTimeModified: string;
            /**
             * @description Gender (ISO/IEC 5218): 0 not known, 1 male, 2 female, 9 not applicable.
             * @example 2
             * @enum {number}
             */
            gender: 0 | 1 | 2 | 9;
            /**
             * @description Marital status: 0 not known, 1 single, 2 married, 3 domestic partnership, 4 separated, 5 divorced, 6 widowed.
             * @example 2
             * @enum {number}
             */
            maritalStatus: 0 | 1 | 2 | 3 | 4 | 5 | 6;
            /**
             * @description State of the e-mail address: 0 none, 1 active, 2 unsubscribed, 3 bounced.
             * @example 1
             * @enum {integer}
             */
            emailStatus: 0 | 1 | 2 | 3;
            /** @description True when no e-mail may be sent: unsubscribed or bounced. */
            disableEmailStatus: boolean;
            /** @description First address line. */
            address1?: string;
            /** @description Second address line. */
            address2?: string;
            /** @description City. */
            city?: string;
            /** @description State or province. */
            state?: string;
            /** @description Postal code. */
            postalCode?: string;
            /** @description The groups the contact is in. */
            groupIds: number[];
            /** @description URL of the person in the advisor’s CRM. */
            remoteContactUrl?: string;
            /** @description Fields that the advisor’s CRM added. */
            customFields: components["schemas"]["CustomField"][];
        };
        /**
         * @description A contact joined or left groups.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "contact.groups_replaced",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "contact",
         *         "id": 5121
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "contactId": 5121,
         *         "joined": [
         *           2049
         *         ],
         *         "left": []
         *       }
         *     }
         */
        ContactGroupsReplacedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "contact.groups_replaced";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "contact";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Contact id. */
                contactId: number;
                /** @description Groups that it joined. */
                joined: number[];
                /** @description Groups that it left. */
                left: number[];
            };
        };
        /**
         * @description A contact needs at least one of firstName, lastName, emailAddress and phone.
         * @example {
         *       "firstName": "Maria",
         *       "lastName": "Alvarez",
         *       "emailAddress": "maria.alvarez@mail.test",
         *       "phone": "+12025550123",
         *       "birthDate": "1974-06-02",
         *       "city": "Dayton",
         *       "state": "OH"
         *     }
         */
        ContactInput: {
            /**
             * @description Given name.
             * @example Maria
             */
            firstName?: string | null;
            /**
             * @description Family name.
             * @example Alvarez
             */
            lastName?: string | null;
            /**
             * @description E-mail address.
             * @example maria.alvarez@mail.test
             */
            emailAddress?: string | null;
            /**
             * @description What the advisor calls the person.
             * @example Mia
             */
            nickname?: string | null;
            /**
             * Format: date
             * @description Birthday. Not in the future.
             * @example 1974-06-02
             */
            birthDate?: string | null;
            /**
             * @description Phone number in E.164 format.
             * @example +12025550123
             */
            phone?: string | null;
            /**
             * Format: date
             * @description Date on which they became a client.
             * @example 2015-09-14
             */
            clientAnniversary?: string | null;
            /**
             * @description Gender (ISO/IEC 5218): 0 not known, 1 male, 2 female, 9 not applicable.
             * @example 2
             * @enum {number|null}
             */
            gender?: 0 | 1 | 2 | 9 | null;
            /**
             * @description Marital status: 0 not known, 1 single, 2 married, 3 domestic partnership, 4 separated, 5 divorced, 6 widowed.
             * @example 2
             * @enum {number|null}
             */
            maritalStatus?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null;
            /**
             * @description First address line.
             * @example 482 Linden Avenue
             */
            address1?: string | null;
            /**
             * @description Second address line.
             * @example Apartment 5
             */
            address2?: string | null;
            /**
             * @description City.
             * @example Dayton
             */
            city?: string | null;
            /**
             * @description State or province.
             * @example OH
             */
            state?: string | null;
            /**
             * @description Postal code.
             * @example 45402
             */
            postalCode?: string | null;
        };
        /**
         * @description One page of a search. A page past the end has empty data and the correct totalRecord.
         * @example {
         *       "data": [
         *         {
         *           "contactId": 5121,
         *           "identifier": "019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10",
         *           "fullName": "Maria Alvarez",
         *           "firstName": "Maria",
         *           "lastName": "Alvarez",
         *           "email": "maria.alvarez@mail.test",
         *           "phone": "+12025550123",
         *           "consentState": "accepted",
         *           "emailStatus": "active",
         *           "emailAddressDisposition": 1,
         *           "status": "active",
         *           "source": 1,
         *           "sourceText": "Partner API",
         *           "groupCount": 1,
         *           "groupNames": [
         *             "Retirement planning"
         *           ],
         *           "isCrmLinkedContact": false,
         *           "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *           "dateTimeModified": "2026-11-12T09:05:00.000Z"
         *         }
         *       ],
         *       "pageInfo": {
         *         "page": 1,
         *         "pageSize": 50,
         *         "totalRecord": 1,
         *         "sortDirection": "asc",
         *         "sortBy": "fullName"
         *       }
         *     }
         */
        ContactPage: {
            /** @description Items on this page. */
            data: components["schemas"]["ContactSummary"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * @description One contact in a list.
         * @example {
         *       "contactId": 5121,
         *       "identifier": "019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10",
         *       "fullName": "Maria Alvarez",
         *       "firstName": "Maria",
         *       "lastName": "Alvarez",
         *       "email": "maria.alvarez@mail.test",
         *       "phone": "+12025550123",
         *       "consentState": "accepted",
         *       "emailStatus": "active",
         *       "emailAddressDisposition": 1,
         *       "status": "active",
         *       "source": 1,
         *       "sourceText": "Partner API",
         *       "groupCount": 1,
         *       "groupNames": [
         *         "Retirement planning"
         *       ],
         *       "isCrmLinkedContact": false,
         *       "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *       "dateTimeModified": "2026-11-12T09:05:00.000Z"
         *     }
         */
        ContactSummary: {
            /**
             * @description Contact id.
             * @example 5121
             */
            contactId: number;
            /**
             * Format: uuid
             * @description The contact’s identity across systems, a UUID.
             * @example 019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10
             */
            identifier: string;
            /** @description First and last name; failing that, the e-mail address or the phone number. */
            fullName: string;
            /** @description Given name. */
            firstName?: string;
            /** @description Family name. */
            lastName?: string;
            /** @description E-mail address. */
            email?: string;
            /** @description Phone number. */
            phone?: string;
            /**
             * @description Consent of the phone number, as in the consent lookup. Absent without a phone number.
             * @enum {string}
             */
            consentState?: "none" | "pending" | "accepted";
            /** @description True when the recipient has opted out. */
            optedOut?: boolean;
            /**
             * @description State of the e-mail address.
             * @enum {string}
             */
            emailStatus: "none" | "active" | "unsubscribed" | "bounced";
            /**
             * @description The same state as a number: 0 none, 1 active, 2 unsubscribed, 3 bounced.
             * @example 1
             * @enum {integer}
             */
            emailAddressDisposition: 0 | 1 | 2 | 3;
            /**
             * @description Always active: deleted contacts are never listed.
             * @enum {string}
             */
            status: "active";
            /**
             * @description Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import.
             * @example 1
             * @enum {integer}
             */
            source: 0 | 1 | 2 | 3 | 4;
            /**
             * @description `source` as text.
             * @enum {string}
             */
            sourceText: "Advisor app" | "Partner API" | "Texting" | "CRM" | "File import";
            /** @description Number of groups the contact is in. */
            groupCount: number;
            /** @description Names of those groups. */
            groupNames: string[];
            /** @description Your own id, from a batch. */
            externalContactId?: string;
            /** @description Id of the person in the advisor’s CRM. */
            remoteContactId?: string;
            /** @description URL of the person in the advisor’s CRM. */
            remoteContactUrl?: string;
            /** @description Whether a CRM record is linked. */
            isCrmLinkedContact: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            dateTimeModified: string;
        };
        /**
         * @description Fields that are present are replaced, absent fields are kept, and null clears a field. The updated contact needs at least one of firstName, lastName, emailAddress and phone.
         * @example {
         *       "phone": "+12025550199",
         *       "scheduledMessages": "move"
         *     }
         */
        ContactUpdate: {
            /**
             * @description Given name.
             * @example Maria
             */
            firstName?: string | null;
            /**
             * @description Family name.
             * @example Alvarez
             */
            lastName?: string | null;
            /**
             * @description E-mail address.
             * @example maria.alvarez@mail.test
             */
            emailAddress?: string | null;
            /**
             * @description What the advisor calls the person.
             * @example Mia
             */
            nickname?: string | null;
            /**
             * Format: date
             * @description Birthday. Not in the future.
             * @example 1974-06-02
             */
            birthDate?: string | null;
            /**
             * @description Phone number in E.164 format.
             * @example +12025550123
             */
            phone?: string | null;
            /**
             * Format: date
             * @description Date on which they became a client.
             * @example 2015-09-14
             */
            clientAnniversary?: string | null;
            /**
             * @description Gender (ISO/IEC 5218): 0 not known, 1 male, 2 female, 9 not applicable.
             * @example 2
             * @enum {number|null}
             */
            gender?: 0 | 1 | 2 | 9 | null;
            /**
             * @description Marital status: 0 not known, 1 single, 2 married, 3 domestic partnership, 4 separated, 5 divorced, 6 widowed.
             * @example 2
             * @enum {number|null}
             */
            maritalStatus?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null;
            /**
             * @description First address line.
             * @example 482 Linden Avenue
             */
            address1?: string | null;
            /**
             * @description Second address line.
             * @example Apartment 5
             */
            address2?: string | null;
            /**
             * @description City.
             * @example Dayton
             */
            city?: string | null;
            /**
             * @description State or province.
             * @example OH
             */
            state?: string | null;
            /**
             * @description Postal code.
             * @example 45402
             */
            postalCode?: string | null;
            /**
             * @description What to do with scheduled texts to the old number when the phone number changes. hold: they wait until they are released or cancelled. cancel: they are cancelled. move: they go to the new number if it has consented by the time they are due. Default: hold, or no change if another contact has the old number too.
             * @example hold
             * @enum {string|null}
             */
            scheduledMessages?: "hold" | "cancel" | "move" | null;
        };
        /**
         * @description The id of the contact, and what was done with scheduled texts to its old number.
         * @example {
         *       "id": 5121,
         *       "scheduledMessages": {
         *         "action": "hold",
         *         "scheduleIds": [
         *           30721
         *         ]
         *       }
         *     }
         */
        ContactUpdateResult: {
            /**
             * @description Id of the contact.
             * @example 5121
             */
            id: number;
            /** @description Present only if scheduled texts were waiting for the old number. */
            scheduledMessages?: {
                /**
                 * @description What was done with them.
                 * @enum {string}
                 */
                action: "hold" | "cancel" | "move";
                /** @description Affected schedules. */
                scheduleIds: number[];
            };
        };
        /**
         * @description A contact to create, or the fields to replace in the one that has this externalContactId. As in an update, absent fields are kept and null clears a field.
         * @example {
         *       "externalContactId": "crm-8842",
         *       "firstName": "Maria",
         *       "lastName": "Alvarez",
         *       "phone": "+12025550123"
         *     }
         */
        ContactUpsert: {
            /**
             * @description Your own id of the person, unique in the address book.
             * @example crm-8842
             */
            externalContactId: string;
            /**
             * @description Given name.
             * @example Maria
             */
            firstName?: string | null;
            /**
             * @description Family name.
             * @example Alvarez
             */
            lastName?: string | null;
            /**
             * @description E-mail address.
             * @example maria.alvarez@mail.test
             */
            emailAddress?: string | null;
            /**
             * @description What the advisor calls the person.
             * @example Mia
             */
            nickname?: string | null;
            /**
             * Format: date
             * @description Birthday. Not in the future.
             * @example 1974-06-02
             */
            birthDate?: string | null;
            /**
             * @description Phone number in E.164 format.
             * @example +12025550123
             */
            phone?: string | null;
            /**
             * Format: date
             * @description Date on which they became a client.
             * @example 2015-09-14
             */
            clientAnniversary?: string | null;
            /**
             * @description Gender (ISO/IEC 5218): 0 not known, 1 male, 2 female, 9 not applicable.
             * @example 2
             * @enum {number|null}
             */
            gender?: 0 | 1 | 2 | 9 | null;
            /**
             * @description Marital status: 0 not known, 1 single, 2 married, 3 domestic partnership, 4 separated, 5 divorced, 6 widowed.
             * @example 2
             * @enum {number|null}
             */
            maritalStatus?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null;
            /**
             * @description First address line.
             * @example 482 Linden Avenue
             */
            address1?: string | null;
            /**
             * @description Second address line.
             * @example Apartment 5
             */
            address2?: string | null;
            /**
             * @description City.
             * @example Dayton
             */
            city?: string | null;
            /**
             * @description State or province.
             * @example OH
             */
            state?: string | null;
            /**
             * @description Postal code.
             * @example 45402
             */
            postalCode?: string | null;
        };
        /**
         * @description One item in the content library.
         * @example {
         *       "title": "Five questions to ask before you retire",
         *       "url": "https://library.parley.localhost/five-questions-before-you-retire"
         *     }
         */
        ContentItem: {
            /** @description Title. */
            title: string;
            /**
             * Format: uri
             * @description URL of the item.
             */
            url: string;
        };
        /**
         * @description One page of a search. A page past the end has empty data and the correct totalRecord.
         * @example {
         *       "data": [
         *         {
         *           "title": "Five questions to ask before you retire",
         *           "url": "https://library.parley.localhost/five-questions-before-you-retire"
         *         }
         *       ],
         *       "pageInfo": {
         *         "page": 1,
         *         "pageSize": 50,
         *         "totalRecord": 1,
         *         "sortDirection": "desc",
         *         "sortBy": "relevance"
         *       }
         *     }
         */
        ContentPage: {
            /** @description Items on this page. */
            data: components["schemas"]["ContentItem"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "memberId": 20481,
         *           "phone": "+12025550123",
         *           "consentState": "accepted",
         *           "lastMessage": {
         *             "messageId": 1049603,
         *             "direction": "in",
         *             "kind": "text",
         *             "text": "Thursday at ten suits me.",
         *             "status": "received",
         *             "dateTimeCreated": "2026-11-11T14:31:40.000Z",
         *             "dateTimeUpdated": "2026-11-11T14:31:40.000Z"
         *           }
         *         }
         *       ],
         *       "after": "1049603"
         *     }
         */
        ConversationList: {
            /** @description Latest activity first. */
            data: components["schemas"]["ConversationSummary"][];
            /** @description Send it as `after` to get the next page. Absent on the last. */
            after?: string;
        };
        /**
         * @description A text of a conversation.
         * @example {
         *       "messageId": 1049603,
         *       "direction": "in",
         *       "kind": "text",
         *       "text": "Thursday at ten suits me.",
         *       "status": "received",
         *       "dateTimeCreated": "2026-11-11T14:31:40.000Z",
         *       "dateTimeUpdated": "2026-11-11T14:31:40.000Z"
         *     }
         */
        ConversationMessage: {
            /** @description Message id. Later texts of a conversation have higher ids. */
            messageId: number;
            /**
             * @description out: from the advisor’s number. in: a reply.
             * @enum {string}
             */
            direction: "out" | "in";
            /**
             * @description The service writes every kind except `text`.
             * @enum {string}
             */
            kind: "text" | "consent_request" | "guidance" | "stop_confirmation" | "opt_in_confirmation" | "help";
            /** @description The text. */
            text: string;
            /**
             * @description As in the delivery status. A reply is `received`.
             * @enum {string}
             */
            status: "accepted" | "submitted" | "delivered" | "undelivered" | "failed" | "unconfirmed" | "received";
            /**
             * @description Why it was not delivered. invalid_recipient: the number does not exist or cannot receive texts. unreachable: the phone could not be reached. blocked: the recipient or their network blocks the sender. content: the carrier refused or filtered the text because of its content. opted_out: the recipient opted out, here or at the carrier. sender_refused: the carrier does not let the advisor’s number send. expired: it was not delivered in time. other: another reason given by the carrier. no_answer: the carrier did not answer. consent_declined: the recipient declined consent before it was sent. authorization_withdrawn: the advisor withdrew the application’s access before it was sent. held_too_long: the account or the application was on hold for 24 hours. dropped_by_operator: an operator discarded it while it was on hold.
             * @enum {string}
             */
            reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            /** @description The same in the carrier’s own terms. For people; its wording can change. */
            carrierReason?: string;
            /**
             * Format: date-time
             * @description When it was accepted or received.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When the status last changed.
             */
            dateTimeUpdated: string;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "messageId": 1049603,
         *           "direction": "in",
         *           "kind": "text",
         *           "text": "Thursday at ten suits me.",
         *           "status": "received",
         *           "dateTimeCreated": "2026-11-11T14:31:40.000Z",
         *           "dateTimeUpdated": "2026-11-11T14:31:40.000Z"
         *         }
         *       ],
         *       "hasMore": false
         *     }
         */
        ConversationMessages: {
            /** @description Oldest first. */
            data: components["schemas"]["ConversationMessage"][];
            /** @description With `after`: whether there are later texts. Otherwise: whether there are earlier ones. */
            hasMore: boolean;
        };
        /**
         * @description A conversation and its latest text, of which `text` has at most 200 characters.
         * @example {
         *       "memberId": 20481,
         *       "phone": "+12025550123",
         *       "consentState": "accepted",
         *       "lastMessage": {
         *         "messageId": 1049603,
         *         "direction": "in",
         *         "kind": "text",
         *         "text": "Thursday at ten suits me.",
         *         "status": "received",
         *         "dateTimeCreated": "2026-11-11T14:31:40.000Z",
         *         "dateTimeUpdated": "2026-11-11T14:31:40.000Z"
         *       }
         *     }
         */
        ConversationSummary: {
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /** @description Phone number of the other person. */
            phone: string;
            /**
             * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
             * @enum {string}
             */
            consentState: "none" | "pending" | "accepted";
            lastMessage: components["schemas"]["ConversationMessage"];
        };
        /**
         * @example {
         *       "endpoint": {
         *         "endpointId": 4097,
         *         "url": "https://crm.example.com/hooks/parley",
         *         "types": [
         *           "message.*",
         *           "consent.accepted"
         *         ],
         *         "status": "active",
         *         "cursor": "hIfEaNO5fQyGXb1XqXUkLw",
         *         "pendingEntries": 0,
         *         "parkedEvents": 0,
         *         "missedEvents": 0,
         *         "dateTimeCreated": "2026-11-15T20:51:07.123Z"
         *       },
         *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDjJiGFdkEmaI="
         *     }
         */
        CreatedEndpoint: {
            endpoint: components["schemas"]["Endpoint"];
            /** @description Checks signatures. It is shown only now. */
            secret: string;
        };
        /** @description A field that the advisor’s CRM added. */
        CustomField: {
            /** @description Machine-readable name. */
            key: string;
            /** @description Name to show to people. */
            label: string;
            /** @description Who defined the field. */
            author: string;
            /** @description How to show it. */
            display: string;
            /** @description The value. */
            value: string;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "eventId": "evt_1049601",
         *           "type": "message.delivered",
         *           "attempt": 1,
         *           "outcome": "delivered",
         *           "httpStatus": 200,
         *           "milliseconds": 41,
         *           "dateTime": "2026-11-15T20:51:07.223Z"
         *         }
         *       ]
         *     }
         */
        DeliveryList: {
            /** @description Newest first, of the last 30 days. */
            data: {
                /** @description Event id. */
                eventId: string;
                /** @description Event type. */
                type: string;
                attempt: number;
                /**
                 * @description refused: a status other than 2xx. timeout: no answer in 15 seconds.
                 * @enum {string}
                 */
                outcome: "delivered" | "refused" | "timeout" | "unreachable";
                /** @description The answer’s status. */
                httpStatus?: number;
                /** @description Why it was unreachable. */
                error?: string;
                /** @description How long it took. */
                milliseconds: number;
                /**
                 * Format: date-time
                 * @description When it was tried.
                 */
                dateTime: string;
            }[];
            /** @description Send it as `before` to get the next page. Absent on the last. */
            before?: string;
        };
        /**
         * @example {
         *       "outcome": "delivered",
         *       "httpStatus": 200,
         *       "milliseconds": 41
         *     }
         */
        DeliveryOutcome: {
            /**
             * @description refused: a status other than 2xx. timeout: no answer in 15 seconds.
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "timeout" | "unreachable";
            /** @description The answer’s status. */
            httpStatus?: number;
            /** @description Why it was unreachable. */
            error?: string;
            /** @description How long it took. */
            milliseconds: number;
        };
        /**
         * @description A webhook endpoint and how far it is.
         * @example {
         *       "endpointId": 4097,
         *       "url": "https://crm.example.com/hooks/parley",
         *       "types": [
         *         "message.*",
         *         "consent.accepted"
         *       ],
         *       "status": "active",
         *       "cursor": "hIfEaNO5fQyGXb1XqXUkLw",
         *       "pendingEntries": 0,
         *       "parkedEvents": 0,
         *       "missedEvents": 0,
         *       "dateTimeCreated": "2026-11-15T20:51:07.123Z"
         *     }
         */
        Endpoint: {
            /** @description Endpoint id. */
            endpointId: number;
            /**
             * @description Where events are posted: https, port 443 or from 1024 up, a public address. A sandbox also takes http to your own machine.
             * @example https://crm.example.com/hooks/parley
             */
            url: string;
            /** @description Types, or families of types. Absent: all. */
            types?: string[];
            /** @description Identifiers of advisors. Absent: all who allow the application. */
            advisors?: string[];
            /** @description Deliveries a second at most. Absent: as fast as you answer. */
            eventsPerSecond?: number;
            /**
             * @description Gets an e-mail when the endpoint has failed for 1, 24 and 48 hours, when it is paused for that, and when it works again. Absent: nobody.
             * @example webhooks@crm.example.com
             */
            noticeEmail?: string;
            /**
             * @description untested: nothing is sent before a test has arrived. failing: only the oldest event is tried, rarely. paused: nothing is sent until you resume it. Nothing is discarded in any of them.
             * @enum {string}
             */
            status: "untested" | "active" | "failing" | "paused";
            /**
             * @description asked: you paused it. gone: it answered 410. failing: nothing was delivered in 72 hours.
             * @enum {string}
             */
            pausedBecause?: "asked" | "gone" | "failing";
            /** @description Everything before it was delivered or is parked. */
            cursor: string;
            /** @description Entries of the log behind the cursor. Not all of them are events for this endpoint. */
            pendingEntries: number;
            /** @description Events that failed, and those of the same conversations behind them. */
            parkedEvents: number;
            /** @description Events that were given up after nine retries; a replay sends them. */
            missedEvents: number;
            /**
             * Format: date-time
             * @description Since when it fails.
             */
            dateTimeFailing?: string;
            /**
             * Format: date-time
             * @description When an event was last delivered.
             */
            dateTimeDelivered?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            dateTimeCreated: string;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "endpointId": 4097,
         *           "url": "https://crm.example.com/hooks/parley",
         *           "types": [
         *             "message.*",
         *             "consent.accepted"
         *           ],
         *           "status": "active",
         *           "cursor": "hIfEaNO5fQyGXb1XqXUkLw",
         *           "pendingEntries": 0,
         *           "parkedEvents": 0,
         *           "missedEvents": 0,
         *           "dateTimeCreated": "2026-11-15T20:51:07.123Z"
         *         }
         *       ]
         *     }
         */
        EndpointList: {
            /** @description Oldest first. */
            data: components["schemas"]["Endpoint"][];
        };
        /**
         * @description A webhook endpoint.
         * @example {
         *       "url": "https://crm.example.com/hooks/parley",
         *       "types": [
         *         "message.*",
         *         "consent.accepted"
         *       ]
         *     }
         */
        EndpointRequest: {
            /**
             * @description Where events are posted: https, port 443 or from 1024 up, a public address. A sandbox also takes http to your own machine.
             * @example https://crm.example.com/hooks/parley
             */
            url: string;
            /** @description Types, or families of types. Absent: all. */
            types?: string[] | null;
            /** @description Identifiers of advisors. Absent: all who allow the application. */
            advisors?: string[] | null;
            /** @description Deliveries a second at most. Absent: as fast as you answer. */
            eventsPerSecond?: number | null;
            /**
             * @description Gets an e-mail when the endpoint has failed for 1, 24 and 48 hours, when it is paused for that, and when it works again. Absent: nobody.
             * @example webhooks@crm.example.com
             */
            noticeEmail?: string | null;
        };
        /**
         * @example {
         *       "from": "stop"
         *     }
         */
        EndpointResumption: {
            /**
             * @description `stop`, `end` or a cursor.
             * @default stop
             */
            from: string | null;
        };
        /**
         * @description Events, and where to continue.
         * @example {
         *       "data": [
         *         {
         *           "cursor": "hIfEaNO5fQyGXb1XqXUkLw",
         *           "event": {
         *             "id": "evt_1049601",
         *             "type": "message.accepted",
         *             "timestamp": "2026-11-15T20:51:07.123Z",
         *             "advisor": "avery.stone",
         *             "sequence": 48213,
         *             "subject": {
         *               "type": "message",
         *               "id": 1049601
         *             },
         *             "conversation": {
         *               "memberId": 21505,
         *               "phone": "+12025550148"
         *             },
         *             "actor": {
         *               "type": "application",
         *               "self": true
         *             },
         *             "data": {
         *               "messageId": 1049601,
         *               "kind": "text"
         *             }
         *           }
         *         }
         *       ],
         *       "cursor": "hIfEaNO5fQyGXb1XqXUkLw",
         *       "hasMore": false,
         *       "completeUntil": "2026-11-15T20:51:07.100Z"
         *     }
         */
        EventPage: {
            /** @description In the order in which they took effect. */
            data: {
                /** @description Send it as `after` to continue behind this event. */
                cursor: string;
                event: components["schemas"]["ParleyEvent"];
            }[];
            /** @description Send it as `after` next time. It is there, and may have moved, when data is empty, too. */
            cursor: string;
            /** @description Whether there is more to read now. Data may be empty although there is. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description Every event with an earlier timestamp has been returned before this cursor. Absent while there is more to read.
             */
            completeUntil?: string;
        };
        /**
         * @description Proof that the entry behind an event is in the signed log.
         * @example {
         *       "eventId": "evt_1049601",
         *       "sequence": 48213,
         *       "logIndex": 1203311,
         *       "treeSize": 1203400,
         *       "proof": "c2sp.org/tlog-proof@v1\n…"
         *     }
         */
        EventProof: {
            /**
             * @description Event id.
             * @example evt_1049601
             */
            eventId: string;
            /** @description Number of the entry in the advisor’s chain: the event’s sequence. */
            sequence: number;
            /** @description Index of the entry in the log. */
            logIndex: number;
            /** @description Size of the tree that the checkpoint signs. */
            treeSize: number;
            /** @description A proof file as in c2sp.org/tlog-proof: leaf, hashes and signed checkpoint. */
            proof: string;
        };
        /**
         * @description An event, and its place.
         * @example {
         *       "cursor": "hIfEaNO5fQyGXb1XqXUkLw",
         *       "event": {
         *         "id": "evt_1049601",
         *         "type": "message.accepted",
         *         "timestamp": "2026-11-15T20:51:07.123Z",
         *         "advisor": "avery.stone",
         *         "sequence": 48213,
         *         "subject": {
         *           "type": "message",
         *           "id": 1049601
         *         },
         *         "conversation": {
         *           "memberId": 21505,
         *           "phone": "+12025550148"
         *         },
         *         "actor": {
         *           "type": "application",
         *           "self": true
         *         },
         *         "data": {
         *           "messageId": 1049601,
         *           "kind": "text"
         *         }
         *       }
         *     }
         */
        EventResult: {
            /** @description Send it as `after` to continue behind this event. */
            cursor: string;
            event: components["schemas"]["ParleyEvent"];
        };
        /**
         * @description Why one recipient was refused.
         * @example {
         *       "phone": "+12025550148",
         *       "memberId": 21505,
         *       "code": "consent_required",
         *       "reason": "has not consented to receive texts",
         *       "retryable": false
         *     }
         */
        FailureDetail: {
            /** @description The recipient. */
            phone: string;
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /**
             * @description Stable, machine-readable reason.
             * @enum {string}
             */
            code: "consent_required" | "consent_pending" | "consent_declined" | "asked_recently" | "opted_out" | "no_texting_number" | "blocked_by_policy";
            /** @description Human-readable reason. */
            reason: string;
            /** @description Whether the same request may succeed later unchanged. */
            retryable: boolean;
            /** @description Only for a consent request refused as `asked_recently` or `consent_declined`: when the recipient may be asked again, in Unix time in milliseconds. Null means never. */
            mayAskAt?: number | null;
        };
        /**
         * @description A group was created.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "group.created",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "group",
         *         "id": 2049
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "groupId": 2049
         *       }
         *     }
         */
        GroupCreatedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "group.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "group";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Group id. */
                groupId: number;
            };
        };
        /**
         * @description A group was deleted. Its contacts stay.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "group.deleted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "group",
         *         "id": 2049
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "groupId": 2049
         *       }
         *     }
         */
        GroupDeletedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "group.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "group";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Group id. */
                groupId: number;
            };
        };
        /**
         * @description A group of contacts.
         * @example {
         *       "name": "Retirement planning",
         *       "externalGroupId": "crm-4711"
         *     }
         */
        GroupInput: {
            /**
             * @description Name of the group. Names need not be unique.
             * @example Retirement planning
             */
            name: string;
            /**
             * @description Your own id for the group, unique on the account. Creating it again returns the existing group’s id.
             * @example crm-4711
             */
            externalGroupId?: string | null;
        };
        /**
         * @description Contacts to add to the group and to remove from it.
         * @example {
         *       "add": [
         *         5121
         *       ]
         *     }
         */
        GroupMembersChange: {
            /**
             * @description Contacts to add. Those already in the group are left as they are.
             * @example [
             *       5121
             *     ]
             */
            add?: number[] | null;
            /**
             * @description Contacts to remove. Those not in the group are left as they are.
             * @example [
             *       5121
             *     ]
             */
            remove?: number[] | null;
        };
        /**
         * @description What changed in the group.
         * @example {
         *       "groupId": 2049,
         *       "added": 1,
         *       "removed": 0,
         *       "contactCount": 39
         *     }
         */
        GroupMembersResult: {
            /** @description Group id. */
            groupId: number;
            /** @description How many contacts were added. */
            added: number;
            /** @description How many contacts were removed. */
            removed: number;
            /** @description Number of contacts in the group afterwards. */
            contactCount: number;
        };
        /**
         * @description The complete set of groups of a contact. Send groupIds, or set isSelectAllGroup to true.
         * @example {
         *       "groupIds": [
         *         2049,
         *         3073
         *       ]
         *     }
         */
        GroupMembership: {
            /**
             * @description Groups that the contact will be in.
             * @example [
             *       2049,
             *       3073
             *     ]
             */
            groupIds?: number[] | null;
            /** @description True puts the contact in every group; `groupIds` is then ignored. */
            isSelectAllGroup?: boolean | null;
        };
        /**
         * @description One page of a search. A page past the end has empty data and the correct totalRecord.
         * @example {
         *       "data": [
         *         {
         *           "groupId": 2049,
         *           "externalId": "crm-4711",
         *           "name": "Retirement planning",
         *           "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *           "dateTimeModified": "2026-11-11T14:30:00.000Z",
         *           "contactCount": 38,
         *           "source": 1
         *         }
         *       ],
         *       "pageInfo": {
         *         "page": 1,
         *         "pageSize": 50,
         *         "totalRecord": 1,
         *         "sortDirection": "asc",
         *         "sortBy": "name"
         *       }
         *     }
         */
        GroupPage: {
            /** @description Items on this page. */
            data: components["schemas"]["GroupSummary"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * @description A group was renamed.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "group.renamed",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "group",
         *         "id": 2049
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "groupId": 2049
         *       }
         *     }
         */
        GroupRenamedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "group.renamed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "group";
                /** @description Its id. */
                id: number;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Group id. */
                groupId: number;
            };
        };
        /**
         * @description One group.
         * @example {
         *       "groupId": 2049,
         *       "externalId": "crm-4711",
         *       "name": "Retirement planning",
         *       "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *       "dateTimeModified": "2026-11-11T14:30:00.000Z",
         *       "contactCount": 38,
         *       "source": 1
         *     }
         */
        GroupSummary: {
            /**
             * @description Group id.
             * @example 2049
             */
            groupId: number;
            /** @description Your own id for the group. */
            externalId?: string;
            /** @description Name of the group. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            dateTimeModified: string;
            /** @description Number of contacts in the group. */
            contactCount: number;
            /**
             * @description Where it came from: 0 Advisor app, 1 Partner API, 2 Texting, 3 CRM, 4 File import.
             * @example 1
             * @enum {integer}
             */
            source: 0 | 1 | 2 | 3 | 4;
        };
        /**
         * @description The new name of a group.
         * @example {
         *       "name": "Retired"
         *     }
         */
        GroupUpdate: {
            /**
             * @description Name of the group. Names need not be unique.
             * @example Retirement planning
             */
            name: string;
        };
        /**
         * @description One text on a sandbox handset.
         * @example {
         *       "direction": "received",
         *       "text": "Good morning Maria, the form you asked about is ready to sign. Shall I send it today?",
         *       "dateTime": "2026-03-09T14:30:00.000Z",
         *       "messageId": 1049601
         *     }
         */
        HandsetMessage: {
            /**
             * @description Seen from the handset: `received` from the advisor, or `sent` to the advisor.
             * @enum {string}
             */
            direction: "received" | "sent";
            /** @description The text, exactly as it was sent. */
            text: string;
            /**
             * Format: date-time
             * @description When the handset received or sent it.
             */
            dateTime: string;
            /** @description Only for a received text: the message id that the send returned. */
            messageId?: number;
        };
        /**
         * @description One page of a search. A page past the end has empty data and the correct totalRecord.
         * @example {
         *       "data": [
         *         {
         *           "direction": "received",
         *           "text": "Good morning Maria, the form you asked about is ready to sign. Shall I send it today?",
         *           "dateTime": "2026-03-09T14:30:00.000Z",
         *           "messageId": 1049601
         *         }
         *       ],
         *       "pageInfo": {
         *         "page": 1,
         *         "pageSize": 50,
         *         "totalRecord": 1,
         *         "sortDirection": "asc",
         *         "sortBy": "dateTime"
         *       }
         *     }
         */
        HandsetPage: {
            /** @description Items on this page. */
            data: components["schemas"]["HandsetMessage"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * @description A text from a handset to the advisor.
         * @example {
         *       "text": "YES"
         *     }
         */
        HandsetReply: {
            /**
             * @description Text to send from the phone, 1 to 1,600 characters.
             * @example YES
             */
            text: string;
        };
        /**
         * @description The id of the created or changed resource.
         * @example {
         *       "id": 5121
         *     }
         */
        IdResult: {
            /**
             * @description Id of the created or changed resource.
             * @example 5121
             */
            id: number;
        };
        /**
         * @description A text was accepted and is queued.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.accepted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "kind": "text"
         *       }
         *     }
         */
        MessageAcceptedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.accepted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
                /**
                 * @description text: a send or a scheduled text. The others are sent by the service.
                 * @enum {string}
                 */
                kind: "text" | "consent_request" | "guidance" | "stop_confirmation" | "opt_in_confirmation" | "help";
                /** @description The scheduled text that it comes from. Absent for a text that was not scheduled. */
                scheduleId?: number;
            };
        };
        /**
         * @description The carrier reports that a text was delivered.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.delivered",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "status": "delivered"
         *       }
         *     }
         */
        MessageDeliveredEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.delivered";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
                /**
                 * @description The delivery status.
                 * @enum {string}
                 */
                status: "delivered";
                /**
                 * @description Why it was not delivered, as in the message’s status.
                 * @enum {string}
                 */
                reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            };
        };
        /**
         * @description A text failed: the carrier refused it, or it may no longer be sent.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.failed",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "status": "failed",
         *         "reason": "opted_out"
         *       }
         *     }
         */
        MessageFailedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
                /**
                 * @description The delivery status.
                 * @enum {string}
                 */
                status: "failed";
                /**
                 * @description Why it was not delivered, as in the message’s status.
                 * @enum {string}
                 */
                reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            };
        };
        /**
         * @description A recipient sent a text.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.received",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1050625
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1050625
         *       }
         *     }
         */
        MessageReceivedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.received";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
            };
        };
        /**
         * @description A text was refused: the recipient may not be texted. Nothing was sent.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.refused",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "member",
         *         "id": 21505
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "code": "opted_out"
         *       }
         *     }
         */
        MessageRefusedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.refused";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "member";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Code as in `failureDetails` of a send. */
                code: string;
                /** @description The scheduled text that it comes from. Absent for a text that was not scheduled. */
                scheduleId?: number;
            };
        };
        /**
         * @description A text to one recipient (`phone`) or to several (`phoneNumbers`).
         * @example {
         *       "text": "Good morning Maria, the form you asked about is ready to sign. Shall I send it today?",
         *       "phone": "+12025550123"
         *     }
         */
        MessageRequest: {
            /**
             * @description Message text, 1 to 1,600 characters, not counting leading and trailing white space. It is sent and archived exactly as given.
             * @example Good morning Maria, the form you asked about is ready to sign. Shall I send it today?
             */
            text: string;
            /**
             * @description Recipient in E.164 format.
             * @example +12025550123
             */
            phone?: string | null;
            /**
             * @description Multiple recipients, instead of `phone`. Duplicate numbers count once.
             * @example [
             *       "+12025550123",
             *       "+12025550148"
             *     ]
             */
            phoneNumbers?: string[] | null;
            /** @description True schedules the text; `deliveryDate` is then required. */
            scheduleDelivery?: boolean | null;
            /**
             * @description When to send a scheduled text: Unix time in milliseconds, from one minute to 366 days ahead. Without `scheduleDelivery`, omit it or send 0.
             * @example 1796137200000
             */
            deliveryDate?: number | null;
            /**
             * @description Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly.
             * @example 0
             * @enum {integer|null}
             */
            frequency?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null;
            /** @description Not supported yet: a request with media is rejected. Omit this field. */
            media?: unknown[] | null;
        } & ({
            phone: string;
        } | {
            phoneNumbers: unknown[];
        });
        /**
         * @description Outcome for each recipient. A refused recipient does not fail the request.
         * @example {
         *       "successes": [
         *         {
         *           "messageId": 1049601,
         *           "memberId": 20481,
         *           "phone": "+12025550123"
         *         }
         *       ],
         *       "failures": [
         *         "+12025550148: has not consented to receive texts"
         *       ],
         *       "failureDetails": [
         *         {
         *           "phone": "+12025550148",
         *           "memberId": 21505,
         *           "code": "consent_required",
         *           "reason": "has not consented to receive texts",
         *           "retryable": false
         *         }
         *       ]
         *     }
         */
        MessageResult: {
            /** @description One entry for each accepted recipient, in the order of the request. */
            successes: {
                /**
                 * @description Message id. Null for a scheduled text.
                 * @example 1049601
                 */
                messageId: number | null;
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The recipient. */
                phone: string;
                /**
                 * @description Schedule id. Only for a scheduled text.
                 * @example 30721
                 */
                scheduleId?: number;
            }[];
            /**
             * @description One sentence for each refused recipient, starting with the phone number.
             * @example [
             *       "+12025550148: has not consented to receive texts"
             *     ]
             */
            failures: string[];
            /** @description The refusals in `failures`, in the same order, in machine-readable form. */
            failureDetails: components["schemas"]["FailureDetail"][];
        };
        /**
         * @description Delivery status of a text.
         * @example {
         *       "messageId": 1049601,
         *       "memberId": 20481,
         *       "phone": "+12025550123",
         *       "status": "delivered",
         *       "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *       "dateTimeUpdated": "2026-11-11T14:30:02.417Z"
         *     }
         */
        MessageStatus: {
            /** @description Message id. */
            messageId: number;
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /** @description The recipient. */
            phone: string;
            /**
             * @description Only with the scope `text.conversations.read`. in: a reply.
             * @enum {string}
             */
            direction?: "out" | "in";
            /** @description The text, only with the scope `text.conversations.read`. */
            text?: string;
            /**
             * @description accepted: queued. submitted: with the carrier. delivered, undelivered, failed: final. unconfirmed: submitted, but the carrier’s response was lost. received: a reply.
             * @enum {string}
             */
            status: "accepted" | "submitted" | "delivered" | "undelivered" | "failed" | "unconfirmed" | "received";
            /**
             * @description Why it was not delivered. invalid_recipient: the number does not exist or cannot receive texts. unreachable: the phone could not be reached. blocked: the recipient or their network blocks the sender. content: the carrier refused or filtered the text because of its content. opted_out: the recipient opted out, here or at the carrier. sender_refused: the carrier does not let the advisor’s number send. expired: it was not delivered in time. other: another reason given by the carrier. no_answer: the carrier did not answer. consent_declined: the recipient declined consent before it was sent. authorization_withdrawn: the advisor withdrew the application’s access before it was sent. held_too_long: the account or the application was on hold for 24 hours. dropped_by_operator: an operator discarded it while it was on hold.
             * @enum {string}
             */
            reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            /** @description The same in the carrier’s own terms. For people; its wording can change. */
            carrierReason?: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When the status last changed.
             */
            dateTimeUpdated: string;
        };
        /**
         * @description A text was handed to the carrier.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.submitted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "status": "submitted"
         *       }
         *     }
         */
        MessageSubmittedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.submitted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
                /**
                 * @description The delivery status.
                 * @enum {string}
                 */
                status: "submitted";
                /**
                 * @description Why it was not delivered, as in the message’s status.
                 * @enum {string}
                 */
                reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            };
        };
        /**
         * @description The carrier’s response to a text was lost. It may have been delivered.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.unconfirmed",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "status": "unconfirmed",
         *         "reason": "no_answer"
         *       }
         *     }
         */
        MessageUnconfirmedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.unconfirmed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
                /**
                 * @description The delivery status.
                 * @enum {string}
                 */
                status: "unconfirmed";
                /**
                 * @description Why it was not delivered, as in the message’s status.
                 * @enum {string}
                 */
                reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            };
        };
        /**
         * @description The carrier reports that a text could not be delivered.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.undelivered",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "status": "undelivered",
         *         "reason": "unreachable"
         *       }
         *     }
         */
        MessageUndeliveredEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.undelivered";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "message";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Message id. */
                messageId: number;
                /**
                 * @description The delivery status.
                 * @enum {string}
                 */
                status: "undelivered";
                /**
                 * @description Why it was not delivered, as in the message’s status.
                 * @enum {string}
                 */
                reason?: "invalid_recipient" | "unreachable" | "blocked" | "content" | "opted_out" | "sender_refused" | "expired" | "other" | "no_answer" | "consent_declined" | "authorization_withdrawn" | "held_too_long" | "dropped_by_operator";
            };
        };
        /**
         * @description A number, and whether it may be texted on this advisor’s account.
         * @example {
         *       "phone": "+12025550148",
         *       "memberId": 21505,
         *       "state": "accepted",
         *       "lastChanged": 1762871400000,
         *       "lastRequested": 1762871100000
         *     }
         */
        NumberConsent: {
            /** @description The number. */
            phone: string;
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /**
             * @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent.
             * @enum {string}
             */
            state: "none" | "pending" | "accepted";
            /**
             * @description When the state last changed: Unix time in milliseconds.
             * @example 1762871400000
             */
            lastChanged: number;
            /**
             * @description When the recipient was last asked: Unix time in milliseconds. Absent if never asked.
             * @example 1762871100000
             */
            lastRequested?: number;
            /** @description True when the recipient replied NO and has not been asked since. */
            declined?: boolean;
            /**
             * @description When the recipient may be asked again: Unix time in milliseconds. Null means never. Absent when earlier requests do not prevent asking.
             * @example 1762957500000
             */
            mayAskAt?: number | null;
            /** @description True when the recipient has opted out. Only a START from the recipient reverses it. */
            optedOut?: boolean;
        };
        /**
         * @example {
         *       "phone": "+12025550148",
         *       "note": "Asked by phone on Tuesday not to be texted."
         *     }
         */
        OptOut: {
            /** @description The number. */
            phone: string;
            /** @description How they opted out, such as a phone call on Tuesday. It is kept as the evidence. */
            note: string;
        };
        /**
         * @example {
         *       "memberId": 21505,
         *       "outcome": "opted_out"
         *     }
         */
        OptOutResult: {
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /**
             * @description was_opted_out: the number had opted out before, and nothing changed.
             * @enum {string}
             */
            outcome: "opted_out" | "was_opted_out";
        };
        /**
         * @description Position of the page in the whole result.
         * @example {
         *       "page": 1,
         *       "pageSize": 50,
         *       "totalRecord": 2,
         *       "sortDirection": "asc",
         *       "sortBy": "fullName"
         *     }
         */
        PageInfo: {
            /** @description The requested page. */
            page: number;
            /** @description The page size used. */
            pageSize: number;
            /** @description Total number of matching items on all pages. */
            totalRecord: number;
            /**
             * @description Sort direction used.
             * @enum {string}
             */
            sortDirection: "asc" | "desc";
            /** @description Sort field used. */
            sortBy: string;
            /** @description Of contacts: send it as `after` for what follows. Absent when nothing follows, and in other searches. */
            nextCursor?: string;
        };
        /**
         * @description Something that happened on an advisor’s account. It contains no text, no name and no address.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "message.accepted",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "message",
         *         "id": 1049601
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "messageId": 1049601,
         *         "kind": "text"
         *       }
         *     }
         */
        ParleyEvent: components["schemas"]["MessageAcceptedEvent"] | components["schemas"]["MessageRefusedEvent"] | components["schemas"]["MessageSubmittedEvent"] | components["schemas"]["MessageDeliveredEvent"] | components["schemas"]["MessageUndeliveredEvent"] | components["schemas"]["MessageFailedEvent"] | components["schemas"]["MessageUnconfirmedEvent"] | components["schemas"]["MessageReceivedEvent"] | components["schemas"]["ConsentRequestedEvent"] | components["schemas"]["ConsentAcceptedEvent"] | components["schemas"]["ConsentDeclinedEvent"] | components["schemas"]["ConsentOptedOutEvent"] | components["schemas"]["ConsentRestoredEvent"] | components["schemas"]["ScheduleCreatedEvent"] | components["schemas"]["ScheduleChangedEvent"] | components["schemas"]["ScheduleHeldEvent"] | components["schemas"]["ScheduleCancelledEvent"] | components["schemas"]["ScheduleSkippedEvent"] | components["schemas"]["ScheduleEndedEvent"] | components["schemas"]["ContactCreatedEvent"] | components["schemas"]["ContactChangedEvent"] | components["schemas"]["ContactDeletedEvent"] | components["schemas"]["ContactGroupsReplacedEvent"] | components["schemas"]["GroupCreatedEvent"] | components["schemas"]["GroupRenamedEvent"] | components["schemas"]["GroupDeletedEvent"] | components["schemas"]["AdvisorHandedOverEvent"] | components["schemas"]["AccessGrantedEvent"] | components["schemas"]["AccessRevokedEvent"];
        /** @description Why a whole request failed (RFC 7807, application/problem+json). */
        Problem: {
            /**
             * Format: uri
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description Human-readable name of the code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong with this request. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /**
             * @description Stable, machine-readable reason.
             * @enum {string}
             */
            code: "invalid_request" | "version_mismatch" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "gone" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal_error" | "downstream_unavailable" | "downstream_timeout";
            /** @description W3C trace id. Quote it in a support request. */
            traceId: string;
            /** @description Whether the same request may succeed later. */
            retryable: boolean;
            /** @description More about the problem. For invalid_request: `errors`, a list of objects with `path` (a JSON pointer) and `message`. */
            details?: unknown;
        };
        /**
         * @example {
         *       "from": "2026-11-15T20:00:00.000Z",
         *       "to": "2026-11-15T21:00:00.000Z"
         *     }
         */
        ReplayRequest: {
            /**
             * @default all
             * @enum {string|null}
             */
            only: "missed" | "all" | null;
            /**
             * Format: date-time
             * @description From this time on.
             * @example 2026-11-15T20:00:00.000Z
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description Until this time. Absent: until now.
             * @example 2026-11-15T21:00:00.000Z
             */
            to?: string | null;
        };
        /**
         * @example {
         *       "missedEvents": 0
         *     }
         */
        ReplayResult: {
            /** @description Of those given up: how many are tried again. */
            missedEvents: number;
        };
        /**
         * @example {
         *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDjJiGFdkEmaI="
         *     }
         */
        RotatedSecret: {
            /** @description Checks signatures. It is shown only now. */
            secret: string;
        };
        /**
         * @description A scheduled text was cancelled.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "schedule.cancelled",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "schedule",
         *         "id": 30721
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scheduleId": 30721
         *       }
         *     }
         */
        ScheduleCancelledEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "schedule.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "schedule";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Id of the scheduled text. */
                scheduleId: number;
            };
        };
        /**
         * @description Changes to a scheduled text.
         * @example {
         *       "text": "Good morning Maria, our call is on Thursday.",
         *       "deliveryDate": 1796050800000
         *     }
         */
        ScheduleChange: {
            /**
             * @description Message text, 1 to 1,600 characters, not counting leading and trailing white space. It is sent and archived exactly as given.
             * @example Good morning Maria, the form you asked about is ready to sign. Shall I send it today?
             */
            text?: string | null;
            /**
             * @description When to send a scheduled text: Unix time in milliseconds, from one minute to 366 days ahead. To keep the date, omit it or send 0.
             * @example 1796137200000
             */
            deliveryDate?: number | null;
            /**
             * @description Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly. To keep it, omit it or send null: 0 makes a recurring text fire only once more.
             * @example 0
             * @enum {integer|null}
             */
            frequency?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null;
            /**
             * @description Releases a held text. A recurring text continues with its next time from now. A one-time text whose time has passed needs a new `deliveryDate`.
             * @enum {string|null}
             */
            status?: "active" | null;
            /** @description Not supported yet: a request with media is rejected. Omit this field. */
            media?: unknown[] | null;
        };
        /**
         * @description A scheduled text was changed, or follows the new number of its contact.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "schedule.changed",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "schedule",
         *         "id": 30721
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scheduleId": 30721
         *       }
         *     }
         */
        ScheduleChangedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "schedule.changed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "schedule";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Id of the scheduled text. */
                scheduleId: number;
            };
        };
        /**
         * @description A text was scheduled.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "schedule.created",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "schedule",
         *         "id": 30721
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scheduleId": 30721
         *       }
         *     }
         */
        ScheduleCreatedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "schedule.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "schedule";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Id of the scheduled text. */
                scheduleId: number;
            };
        };
        /**
         * @description A repeating text ended early, because the recipient opted out.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "schedule.ended",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "schedule",
         *         "id": 30721
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scheduleId": 30721
         *       }
         *     }
         */
        ScheduleEndedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "schedule.ended";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "schedule";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Id of the scheduled text. */
                scheduleId: number;
            };
        };
        /**
         * @description Outcome of one due time of a scheduled text.
         * @example {
         *       "deliveryDate": 1796137200000,
         *       "dateTimeFired": "2026-12-01T15:00:00.214Z",
         *       "outcome": "accepted",
         *       "messageId": 1049601
         *     }
         */
        ScheduleFiring: {
            /** @description When it was due: Unix time in milliseconds. */
            deliveryDate: number;
            /**
             * Format: date-time
             * @description When it fired.
             */
            dateTimeFired: string;
            /**
             * @description accepted: the text was sent. refused: `code` says why. skipped: the service was more than 24 hours late.
             * @enum {string}
             */
            outcome: "accepted" | "refused" | "skipped";
            /**
             * @description Only when refused: a code as in `failureDetails`.
             * @example consent_required
             */
            code?: string;
            /** @description Only when sent: the message id. */
            messageId?: number;
        };
        /**
         * @description A scheduled text waits for the advisor’s decision, because the contact’s number changed or the account was handed over.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "schedule.held",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "schedule",
         *         "id": 30721
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scheduleId": 30721
         *       }
         *     }
         */
        ScheduleHeldEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "schedule.held";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "schedule";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Id of the scheduled text. */
                scheduleId: number;
            };
        };
        /**
         * @description A due time of a scheduled text was skipped, because it was too long ago.
         * @example {
         *       "id": "evt_1049601",
         *       "type": "schedule.skipped",
         *       "timestamp": "2026-11-15T20:51:07.123Z",
         *       "advisor": "avery.stone",
         *       "sequence": 48213,
         *       "subject": {
         *         "type": "schedule",
         *         "id": 30721
         *       },
         *       "conversation": {
         *         "memberId": 21505,
         *         "phone": "+12025550148"
         *       },
         *       "actor": {
         *         "type": "application",
         *         "self": true
         *       },
         *       "data": {
         *         "scheduleId": 30721
         *       }
         *     }
         */
        ScheduleSkippedEvent: {
            /**
             * @description Never changes, and is different for each event.
             * @example evt_1049601
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "schedule.skipped";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The advisor’s identifier. */
            advisor: string;
            /** @description Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing. */
            sequence: number;
            /** @description What it happened to. */
            subject: {
                /**
                 * @description What the id refers to.
                 * @enum {string}
                 */
                type: "schedule";
                /** @description Its id. */
                id: number;
            };
            /** @description The conversation that it belongs to. Absent for contacts, groups and access. */
            conversation?: {
                /**
                 * @description Member id: identifies the phone number on this advisor’s account.
                 * @example 20481
                 */
                memberId: number;
                /** @description The other party. */
                phone: string;
            };
            /** @description Who caused it. */
            actor: {
                /**
                 * @description advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.
                 * @enum {string}
                 */
                type: "advisor" | "assistant" | "application" | "operator" | "person" | "recipient" | "system";
                /** @description True if your application caused it. */
                self: boolean;
                /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                personId?: number;
                /** @description Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept. */
                scheduledBy?: {
                    /**
                     * @description As in `actor.type`.
                     * @enum {string}
                     */
                    type: "advisor" | "assistant" | "application";
                    /** @description True if your application scheduled it. */
                    self: boolean;
                    /** @description The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over. */
                    personId?: number;
                };
            };
            /** @description Trace id of the request that caused it. */
            traceId?: string;
            data: {
                /** @description Id of the scheduled text. */
                scheduleId: number;
            };
        };
        /**
         * @description A text that is sent later, once or repeatedly.
         * @example {
         *       "scheduleId": 30721,
         *       "memberId": 20481,
         *       "phone": "+12025550123",
         *       "text": "Good morning Maria, our monthly call is on Friday at ten.",
         *       "status": "active",
         *       "deliveryDate": 1796137200000,
         *       "nextDeliveryDate": 1798815600000,
         *       "frequency": 4,
         *       "timeZone": "America/New_York",
         *       "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *       "dateTimeModified": "2026-12-01T15:00:00.214Z"
         *     }
         */
        ScheduledMessage: {
            /**
             * @description Schedule id.
             * @example 30721
             */
            scheduleId: number;
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /** @description The recipient. */
            phone: string;
            /** @description The text, exactly as it is sent. */
            text: string;
            /**
             * @description active: it will fire. held: it will not fire until released; `holdReason` says why. ended: it has fired for the last time. cancelled: it was cancelled before that.
             * @enum {string}
             */
            status: "active" | "held" | "ended" | "cancelled";
            /**
             * @description Only when held. number_changed: the contact now has a different number. restored: the service was restored from a backup, and this text may already have been sent. handed_over: the account has a new advisor, who has not confirmed it yet.
             * @enum {string}
             */
            holdReason?: "number_changed" | "restored" | "handed_over";
            /**
             * @description Only when ended. fired: its only delivery date has passed, whatever the outcome. opted_out: the recipient opted out.
             * @enum {string}
             */
            endReason?: "fired" | "opted_out";
            /** @description True when the recipient has opted out: an active text ends instead of firing, unless they text START before. */
            optedOut?: boolean;
            /** @description When it first fires or fired: Unix time in milliseconds. */
            deliveryDate: number;
            /** @description When it fires next: Unix time in milliseconds. For a held text, when it would have fired, possibly in the past. */
            nextDeliveryDate?: number;
            /**
             * @description Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly.
             * @example 0
             * @enum {integer}
             */
            frequency: 0 | 1 | 2 | 3 | 4 | 5 | 6;
            /** @description Time zone used to compute the recurrence. */
            timeZone: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When it was last edited, fired, held, moved or cancelled.
             */
            dateTimeModified: string;
        };
        /**
         * @description A scheduled text and its firings so far.
         * @example {
         *       "scheduleId": 30721,
         *       "memberId": 20481,
         *       "phone": "+12025550123",
         *       "text": "Good morning Maria, our monthly call is on Friday at ten.",
         *       "status": "active",
         *       "deliveryDate": 1796137200000,
         *       "nextDeliveryDate": 1798815600000,
         *       "frequency": 4,
         *       "timeZone": "America/New_York",
         *       "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *       "dateTimeModified": "2026-12-01T15:00:00.214Z",
         *       "firings": [
         *         {
         *           "deliveryDate": 1796137200000,
         *           "dateTimeFired": "2026-12-01T15:00:00.214Z",
         *           "outcome": "accepted",
         *           "messageId": 1049601
         *         }
         *       ]
         *     }
         */
        ScheduledMessageDetail: {
            /**
             * @description Schedule id.
             * @example 30721
             */
            scheduleId: number;
            /**
             * @description Member id: identifies the phone number on this advisor’s account.
             * @example 20481
             */
            memberId: number;
            /** @description The recipient. */
            phone: string;
            /** @description The text, exactly as it is sent. */
            text: string;
            /**
             * @description active: it will fire. held: it will not fire until released; `holdReason` says why. ended: it has fired for the last time. cancelled: it was cancelled before that.
             * @enum {string}
             */
            status: "active" | "held" | "ended" | "cancelled";
            /**
             * @description Only when held. number_changed: the contact now has a different number. restored: the service was restored from a backup, and this text may already have been sent. handed_over: the account has a new advisor, who has not confirmed it yet.
             * @enum {string}
             */
            holdReason?: "number_changed" | "restored" | "handed_over";
            /**
             * @description Only when ended. fired: its only delivery date has passed, whatever the outcome. opted_out: the recipient opted out.
             * @enum {string}
             */
            endReason?: "fired" | "opted_out";
            /** @description True when the recipient has opted out: an active text ends instead of firing, unless they text START before. */
            optedOut?: boolean;
            /** @description When it first fires or fired: Unix time in milliseconds. */
            deliveryDate: number;
            /** @description When it fires next: Unix time in milliseconds. For a held text, when it would have fired, possibly in the past. */
            nextDeliveryDate?: number;
            /**
             * @description Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly.
             * @example 0
             * @enum {integer}
             */
            frequency: 0 | 1 | 2 | 3 | 4 | 5 | 6;
            /** @description Time zone used to compute the recurrence. */
            timeZone: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            dateTimeCreated: string;
            /**
             * Format: date-time
             * @description When it was last edited, fired, held, moved or cancelled.
             */
            dateTimeModified: string;
            /** @description Outcomes so far: the latest 100 firings, newest first. */
            firings: components["schemas"]["ScheduleFiring"][];
        };
        /**
         * @description One page of a search. A page past the end has empty data and the correct totalRecord.
         * @example {
         *       "data": [
         *         {
         *           "scheduleId": 30721,
         *           "memberId": 20481,
         *           "phone": "+12025550123",
         *           "text": "Good morning Maria, our monthly call is on Friday at ten.",
         *           "status": "active",
         *           "deliveryDate": 1796137200000,
         *           "nextDeliveryDate": 1798815600000,
         *           "frequency": 4,
         *           "timeZone": "America/New_York",
         *           "dateTimeCreated": "2026-11-11T14:30:00.000Z",
         *           "dateTimeModified": "2026-12-01T15:00:00.214Z"
         *         }
         *       ],
         *       "pageInfo": {
         *         "page": 1,
         *         "pageSize": 50,
         *         "totalRecord": 1,
         *         "sortDirection": "asc",
         *         "sortBy": "status"
         *       }
         *     }
         */
        ScheduledMessagePage: {
            /** @description Items on this page. */
            data: components["schemas"]["ScheduledMessage"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * @example {
         *       "kind": "hmac",
         *       "overlapSeconds": 86400
         *     }
         */
        SecretRotation: {
            /**
             * @default hmac
             * @enum {string|null}
             */
            kind: "hmac" | "ed25519" | null;
            /**
             * @description At most seven days.
             * @default 86400
             */
            overlapSeconds: number | null;
        };
    };
    responses: {
        /** @description The body, query, path or a header is malformed, a phone number is not in E.164 format, or consent was requested for a number that has already accepted. The API-Version header names a major version that this address does not serve. */
        InvalidRequest: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The access token is missing, expired, revoked or issued for another service. */
        Unauthorized: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token lacks the scope that the operation needs, or the API key in x-api-key is missing, unknown, revoked or belongs to another application. The detail says which. */
        Forbidden: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path does not exist, or the contact, group, message or phone number in it is not on this advisor’s account. */
        NotFound: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path exists, but not with this method. The Allow header lists the methods it has. */
        MethodNotAllowed: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not arrive completely within ten seconds. Nothing was changed. */
        RequestTimeout: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The advisor’s account is not set up to collect consent: the firm has no consent text, or the advisor has no texting number. Sandbox handsets need a texting number, too. For the proof of an event: no signed checkpoint covers it yet, or the installation does not publish its log. */
        Conflict: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The cursor is behind events that were lost when the service was restored from a backup. Positions behind the cut belong to other events now. */
        Gone: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 256 KiB. */
        PayloadTooLarge: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An id in the path is longer than any id. */
        URITooLong: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not application/json in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key has used up its usage plan for now. */
        RateLimited: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The address and headers together are larger than 16 KiB. */
        HeadersTooLarge: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service hit an internal error. */
        InternalError: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A system that the service depends on cannot be reached. Nothing was changed. */
        DownstreamUnavailable: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A system that the service depends on timed out. The outcome is unknown. */
        DownstreamTimeout: {
            headers: {
                "x-trace-id": components["headers"]["TraceId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
         * @example 1
         */
        ApiVersion: string;
        /**
         * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
         * @example c0a8012e-review-reminder-5121
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description W3C trace id of the request. */
        TraceId: string;
        /** @description Present when the response is that of an earlier request with the same Idempotency-Key. */
        IdempotencyReplayed: "true";
        /** @description Methods of the path. */
        Allow: string;
        /** @description Seconds to wait. */
        RetryAfter: number;
        /** @description What remains of the usage plan (IETF draft). */
        RateLimit: string;
        /** @description The usage plan (IETF draft). */
        RateLimitPolicy: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Message id returned by a send.
                 * @example 1049601
                 */
                messageId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageStatus"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    readConversations: {
        parameters: {
            query?: {
                /** @description `after` of the previous page. */
                after?: string;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    readConversationMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only texts before this message.
                 * @example 1049603
                 */
                before?: number;
                /**
                 * @description Only texts after this message; 0 for the first ones.
                 * @example 1049601
                 */
                after?: number;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Member id of the other person.
                 * @example 20481
                 */
                memberId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationMessages"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    listScheduledMessages: {
        parameters: {
            query?: {
                /**
                 * @description Page number, from 1. A page past the end is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Only texts with this status. */
                status?: "active" | "held" | "ended" | "cancelled";
                /**
                 * @description Only texts to this number.
                 * @example +12025550123
                 */
                phone?: string;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledMessagePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getScheduledMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Schedule id returned by a send or a list.
                 * @example 30721
                 */
                scheduleId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledMessageDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    updateScheduledMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Schedule id returned by a send or a list.
                 * @example 30721
                 */
                scheduleId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    cancelScheduledMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Schedule id returned by a send or a list.
                 * @example 30721
                 */
                scheduleId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    requestConsent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentRequestResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getConsent: {
        parameters: {
            query?: {
                /**
                 * @description Phone number in E.164 format.
                 * @example +12025550148
                 */
                phone?: string;
                /**
                 * @description Member id, instead of the phone number.
                 * @example 20481
                 */
                memberId?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentStatus"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    lookUpConsents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentLookup"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentLookupResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    listConsentChanges: {
        parameters: {
            query?: {
                /** @description none: not asked, or opted out. pending: asked but not accepted yet. accepted: texts may be sent. */
                state?: "none" | "pending" | "accepted";
                /**
                 * @description Only changes at or after this time.
                 * @example 2026-11-11T14:30:00.000Z
                 */
                changedSince?: string;
                /** @description `after` of the previous page. */
                after?: string;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentChanges"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    recordOptOut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptOut"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A cursor: what follows it. `end`: nothing, only the cursor of now. Absent: from the oldest event since the grant. */
                after?: string;
                /**
                 * @description Types, or families of types, separated by commas. Absent: all.
                 * @example message.*,consent.accepted
                 */
                types?: string;
                /** @description Events at most. */
                limit?: number;
                /** @description How long to wait if there is nothing new. The response is sent as soon as there is. */
                waitSeconds?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Event id.
                 * @example evt_1049601
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getEventProof: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Event id.
                 * @example evt_1049601
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventProof"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    listEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    createEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    updateEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    deleteEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    testEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOutcome"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    rotateEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    pauseEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    resumeEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointResumption"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only these. */
                outcome?: "delivered" | "refused" | "timeout" | "unreachable";
                /** @description `before` of the previous page. */
                before?: string;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Endpoint id.
                 * @example 4097
                 */
                endpointId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    createConsoleLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    searchContacts: {
        parameters: {
            query?: {
                /**
                 * @description Page number, from 1. A page past the end is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Sort field. */
                sortBy?: "fullName" | "email" | "emailStatus" | "groupCount" | "source" | "dateTimeCreated" | "dateTimeModified";
                /** @description Sort direction. */
                sortDirection?: "asc" | "desc";
                /**
                 * @description Words of a name, nickname, e-mail address or phone number, in any order. Case, accents, apostrophes and the format of a phone number are ignored.
                 * @example alvarez
                 */
                search?: string;
                /** @description The `nextCursor` of the page before, with the same sort order and filters. `page` is then ignored. */
                after?: string;
                /**
                 * @description Only contacts in this group.
                 * @example 2049
                 */
                groupId?: number;
                /**
                 * @description Only contacts with this phone number.
                 * @example +12025550123
                 */
                phone?: string;
                /**
                 * @description Only the contact with this id of yours.
                 * @example crm-8842
                 */
                externalContactId?: string;
                /**
                 * @description Only contacts created or changed at or after this instant.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                modifiedSince?: string;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Contact id returned by a create or a search.
                 * @example 5121
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Contact id returned by a create or a search.
                 * @example 5121
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpdateResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Contact id returned by a create or a search.
                 * @example 5121
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    upsertContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactBatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactBatchResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    replaceContactGroups: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Contact id returned by a create or a search.
                 * @example 5121
                 */
                contactId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupMembership"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    searchGroups: {
        parameters: {
            query?: {
                /**
                 * @description Page number, from 1. A page past the end is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Sort direction. */
                sortDirection?: "asc" | "desc";
                /**
                 * @description Words of a group name, in any order and spelling.
                 * @example retire
                 */
                search?: string;
                /**
                 * @description Only the group with this id of yours.
                 * @example crm-4711
                 */
                externalGroupId?: string;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Group id returned by a create or a search.
                 * @example 2049
                 */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Group id returned by a create or a search.
                 * @example 2049
                 */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Group id returned by a create or a search.
                 * @example 2049
                 */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            204: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    changeGroupMembers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Group id returned by a create or a search.
                 * @example 2049
                 */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupMembersChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupMembersResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    searchContent: {
        parameters: {
            query?: {
                /** @description Only items of this type. */
                contentType?: "All" | "WebContent" | "Emails" | "SocialPosts" | "Print" | "DownloadContent";
                /**
                 * @description Words to search for.
                 * @example retire
                 */
                search?: string;
                /**
                 * @description Page number, from 1. A page past the end is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    listHandsetMessages: {
        parameters: {
            query?: {
                /**
                 * @description Page number, from 1. A page past the end is empty.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /**
                 * @description Number of the handset: any number in E.164 format.
                 * @example +12025550123
                 */
                phone: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandsetPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    replyFromHandset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.
                 * @example 1
                 */
                "API-Version"?: components["parameters"]["ApiVersion"];
                /**
                 * @description A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.
                 * @example c0a8012e-review-reminder-5121
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Number of the handset: any number in E.164 format.
                 * @example +12025550123
                 */
                phone: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandsetReply"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-trace-id": components["headers"]["TraceId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["DownstreamUnavailable"];
            504: components["responses"]["DownstreamTimeout"];
        };
    };
    onMessageAcceptedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageAcceptedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageRefusedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRefusedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageSubmittedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageSubmittedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageDeliveredEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageUndeliveredEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageUndeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageFailedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageUnconfirmedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageUnconfirmedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageReceivedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageReceivedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConsentRequestedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentRequestedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConsentAcceptedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentAcceptedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConsentDeclinedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentDeclinedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConsentOptedOutEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentOptedOutEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConsentRestoredEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentRestoredEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleCreatedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleChangedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleHeldEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleHeldEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleCancelledEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCancelledEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleSkippedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleSkippedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleEndedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleEndedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onContactCreatedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onContactChangedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onContactDeletedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onContactGroupsReplacedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactGroupsReplacedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGroupCreatedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGroupRenamedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupRenamedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGroupDeletedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupDeletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAdvisorHandedOverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvisorHandedOverEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccessGrantedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessGrantedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccessRevokedEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessRevokedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other response counts as a failure. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
