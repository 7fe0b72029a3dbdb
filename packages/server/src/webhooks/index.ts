// Events pushed to partners' own addresses. Other features use only this file.
export { createConsoleLink } from './console/create-console-link.ts'
export { deleteExpiredConsoles } from './console/delete-expired-consoles.ts'
export { createWebhookAgent } from './create-webhook-agent.ts'
export { deleteOldAttempts } from './delete-old-attempts.ts'
export { runWebhooks } from './deliver/run-webhooks.ts'
export { writeDueNotices } from './notices/write-due-notices.ts'
export { observeWebhooks } from './observe-webhooks.ts'
