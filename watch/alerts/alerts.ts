import type { Alert } from './alert.ts'
import { databaseAlerts } from './database-alerts.ts'
import { evidenceAlerts } from './evidence-alerts.ts'
import { processAlerts } from './process-alerts.ts'
import { textingAlerts } from './texting-alerts.ts'

export const alerts: readonly Alert[] = [
  ...processAlerts,
  ...textingAlerts,
  ...evidenceAlerts,
  ...databaseAlerts,
]
