/** What a person is in a firm. A person may have several. */
export const roles = ['advisor', 'assistant', 'administrator', 'supervisor', 'principal', 'auditor'] as const
export type Role = (typeof roles)[number]
