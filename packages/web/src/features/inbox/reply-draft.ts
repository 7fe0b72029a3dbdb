/** Name of the draft in a thread. */
export const replyDraft = (memberId: number): string => `reply ${memberId}`
