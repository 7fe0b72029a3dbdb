// What advisors and partners do: sends, consent requests, schedules, conversations. The rest of the server imports
// texting only through this file.
export { countUnreadConversations } from './conversations/count-unread-conversations.ts'
export { type ConsentRecord, getConsentRecord } from './conversations/get-consent-record.ts'
export { getConversation } from './conversations/get-conversation.ts'
export { noteFailures } from './conversations/note-failures.ts'
export { noteReceived } from './conversations/note-queries.ts'
export { readReadings } from './conversations/read-readings.ts'
export { findNumberUse } from './number-changes/find-number-use.ts'
export { followNewPhones } from './number-changes/follow-new-phones.ts'
export { holdOverdueSchedules } from './schedules/hold-overdue-schedules.ts'
export { startScheduler } from './schedules/start-scheduler.ts'
export { judgeNow } from './sending/judge-now.ts'
export { writeTexts } from './sending/write-texts.ts'
