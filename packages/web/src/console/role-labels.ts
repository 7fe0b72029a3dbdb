import type { Role } from '@parley/contract'

export const roleLabels: Readonly<Record<Role, string>> = {
  advisor: 'Advisor',
  assistant: 'Assistant',
  administrator: 'Administrator',
  supervisor: 'Supervisor',
  principal: 'Principal',
  auditor: 'Auditor',
}

/** What a role allows, in a sentence. */
export const roleWords: Readonly<Record<Role, string>> = {
  advisor: 'Texts clients from an account and a number of their own.',
  assistant: 'Writes and reads for the advisors you name.',
  administrator: 'Manages people, numbers, apps and the texting policy.',
  supervisor: 'Sees figures, people and the journal of the firm.',
  principal: 'As a supervisor, and decides the texting policy.',
  auditor: 'Reads everything here and changes nothing.',
}
