// Written by npm run generate from packages/contract.
type Name =
  | 'ConsentLookup'
  | 'ConsentRequest'
  | 'ContactBatch'
  | 'ContactInput'
  | 'ContactUpdate'
  | 'GetConsentQuery'
  | 'GroupInput'
  | 'GroupMembersChange'
  | 'GroupMembership'
  | 'GroupUpdate'
  | 'HandsetReply'
  | 'ListConsentChangesQuery'
  | 'ListHandsetMessagesQuery'
  | 'ListScheduledMessagesQuery'
  | 'MessageRequest'
  | 'OptOut'
  | 'ScheduleChange'
  | 'SearchContactsQuery'
  | 'SearchContentQuery'
  | 'SearchGroupsQuery'

/** What a body or a query may hold. */
export const members: Readonly<Record<Name, readonly string[]>> = {
  ConsentLookup: ['phoneNumbers'],
  ConsentRequest: ['phoneNumbers'],
  ContactBatch: ['contacts'],
  ContactInput: ['firstName', 'lastName', 'emailAddress', 'nickname', 'birthDate', 'phone', 'clientAnniversary', 'gender', 'maritalStatus', 'address1', 'address2', 'city', 'state', 'postalCode'],
  ContactUpdate: ['firstName', 'lastName', 'emailAddress', 'nickname', 'birthDate', 'phone', 'clientAnniversary', 'gender', 'maritalStatus', 'address1', 'address2', 'city', 'state', 'postalCode', 'scheduledMessages'],
  GetConsentQuery: ['phone', 'memberId'],
  GroupInput: ['name', 'externalGroupId'],
  GroupMembersChange: ['add', 'remove'],
  GroupMembership: ['groupIds', 'isSelectAllGroup'],
  GroupUpdate: ['name'],
  HandsetReply: ['text'],
  ListConsentChangesQuery: ['state', 'changedSince', 'after', 'pageSize'],
  ListHandsetMessagesQuery: ['page', 'pageSize'],
  ListScheduledMessagesQuery: ['page', 'pageSize', 'status', 'phone'],
  MessageRequest: ['text', 'phone', 'phoneNumbers', 'scheduleDelivery', 'deliveryDate', 'frequency', 'media'],
  OptOut: ['phone', 'note'],
  ScheduleChange: ['text', 'deliveryDate', 'frequency', 'status', 'media'],
  SearchContactsQuery: ['page', 'pageSize', 'sortBy', 'sortDirection', 'search', 'after', 'groupId', 'phone', 'externalContactId', 'modifiedSince'],
  SearchContentQuery: ['contentType', 'search', 'page', 'pageSize'],
  SearchGroupsQuery: ['page', 'pageSize', 'sortDirection', 'search', 'externalGroupId'],
}
