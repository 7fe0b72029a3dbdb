// Written by npm run generate from packages/contract.
type Name =
  | 'ConsentLookup'
  | 'ConsentRequest'
  | 'ContactBatch'
  | 'ContactInput'
  | 'ContactUpdate'
  | 'EndpointRequest'
  | 'EndpointResumption'
  | 'EndpointUpdate'
  | 'GetConsentQuery'
  | 'GroupInput'
  | 'GroupMembersChange'
  | 'GroupMembership'
  | 'GroupUpdate'
  | 'HandsetReply'
  | 'ListConsentChangesQuery'
  | 'ListDeliveriesQuery'
  | 'ListEventsQuery'
  | 'ListHandsetMessagesQuery'
  | 'ListScheduledMessagesQuery'
  | 'MessageRequest'
  | 'OptOut'
  | 'ReadConversationMessagesQuery'
  | 'ReadConversationsQuery'
  | 'ReplayRequest'
  | 'ScheduleChange'
  | 'SearchContactsQuery'
  | 'SearchContentQuery'
  | 'SearchGroupsQuery'
  | 'SecretRotation'

/** Names of members; those of objects or lists of objects with what these may hold. */
export type Members = readonly (string | readonly [name: string, members: Members])[]

/** What a body or a query may hold. */
export const members: Readonly<Record<Name, Members>> = {
  ConsentLookup: ['phoneNumbers'],
  ConsentRequest: ['phoneNumbers'],
  ContactBatch: [['contacts', ['firstName', 'lastName', 'emailAddress', 'nickname', 'birthDate', 'phone', 'clientAnniversary', 'gender', 'maritalStatus', 'address1', 'address2', 'city', 'state', 'postalCode', 'externalContactId']]],
  ContactInput: ['firstName', 'lastName', 'emailAddress', 'nickname', 'birthDate', 'phone', 'clientAnniversary', 'gender', 'maritalStatus', 'address1', 'address2', 'city', 'state', 'postalCode', 'externalContactId'],
  ContactUpdate: ['firstName', 'lastName', 'emailAddress', 'nickname', 'birthDate', 'phone', 'clientAnniversary', 'gender', 'maritalStatus', 'address1', 'address2', 'city', 'state', 'postalCode', 'externalContactId', 'scheduledMessages'],
  EndpointRequest: ['url', 'types', 'advisors', 'eventsPerSecond', 'noticeEmail'],
  EndpointResumption: ['from'],
  EndpointUpdate: ['url', 'types', 'advisors', 'eventsPerSecond', 'noticeEmail'],
  GetConsentQuery: ['phone', 'memberId'],
  GroupInput: ['name', 'externalGroupId'],
  GroupMembersChange: ['add', 'remove'],
  GroupMembership: ['groupIds', 'isSelectAllGroup'],
  GroupUpdate: ['name'],
  HandsetReply: ['text'],
  ListConsentChangesQuery: ['state', 'changedSince', 'after', 'pageSize'],
  ListDeliveriesQuery: ['outcome', 'before', 'pageSize'],
  ListEventsQuery: ['after', 'types', 'limit', 'waitSeconds'],
  ListHandsetMessagesQuery: ['page', 'pageSize'],
  ListScheduledMessagesQuery: ['page', 'pageSize', 'status', 'phone'],
  MessageRequest: ['text', 'phone', 'phoneNumbers', 'scheduleDelivery', 'deliveryDate', 'frequency', 'media'],
  OptOut: ['phone', 'note'],
  ReadConversationMessagesQuery: ['before', 'after', 'pageSize'],
  ReadConversationsQuery: ['after', 'pageSize'],
  ReplayRequest: ['only', 'from', 'to'],
  ScheduleChange: ['text', 'deliveryDate', 'frequency', 'status', 'media'],
  SearchContactsQuery: ['page', 'pageSize', 'sortBy', 'sortDirection', 'search', 'after', 'groupId', 'phone', 'externalContactId', 'modifiedSince'],
  SearchContentQuery: ['contentType', 'search', 'page', 'pageSize'],
  SearchGroupsQuery: ['page', 'pageSize', 'sortDirection', 'search', 'externalGroupId'],
  SecretRotation: ['kind', 'overlapSeconds'],
}
