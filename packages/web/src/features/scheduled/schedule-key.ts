/** Key of a scheduled text that is being canceled. */
export const scheduleKey = (scheduleId: number): string => `schedule ${scheduleId}`
