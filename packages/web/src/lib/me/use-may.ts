import type { OperationId } from '../call.ts'
import { useMe } from './use-me.ts'

/** Whether the person may do this in the account that the page shows. The service decides; the page only hides what it refuses. */
export const useMay = (operation: OperationId): boolean => useMe().operations.includes(operation)
