import type { Actor } from '../journal/index.ts'
import type { AppSession } from '../platform/caller/app-session.ts'

/** Whoever uses the console acts for the firm, also if they are an advisor as well. */
export const actorOf = ({ personId }: AppSession): Actor => ({ kind: 'person', personId })
