const kinds: Readonly<Record<string, string>> = {
  'message.accepted': 'Sent a text',
  'message.refused': 'Tried to send a text but was refused',
  'consent.requested': 'Requested consent',
  'consent.revoked': 'Recorded an opt-out',
  'schedule.created': 'Scheduled a text',
  'schedule.changed': 'Changed a scheduled text',
  'schedule.cancelled': 'Canceled a scheduled text',
  'contact.created': 'Added a contact',
  'contact.changed': 'Changed a contact',
  'contact.deleted': 'Deleted a contact',
  'contact.groups_replaced': 'Changed the groups of a contact',
  'group.created': 'Created a group',
  'group.renamed': 'Renamed a group',
  'group.deleted': 'Deleted a group',
  'conversation.read': 'Read a conversation',
  'conversation.listed': 'Listed conversations',
  'grant.given': 'Was allowed to act',
  'grant.revoked': 'Access ended',
}

/** Falls back to the raw kind, such as `export.made`. */
export const actLabel = (kind: string): string => kinds[kind] ?? kind.replaceAll(/[._]/g, ' ')
