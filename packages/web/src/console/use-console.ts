import type { Console } from '@parley/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { OperationId } from '../lib/call.ts'
import { reading } from '../lib/queries.ts'

export const useConsole = (): Console => useSuspenseQuery(reading('getConsole', {})).data

/** Whether a role of the person allows this. The service decides; the page only hides what it refuses. */
export const useMayInFirm = (operation: OperationId): boolean => useConsole().operations.includes(operation)

/** A firm has no time zone: times are those of the browser. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
