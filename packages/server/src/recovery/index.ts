// Backups, and making a restored database safe to use. Other folders use only this file.
export { type BackupCheck, checkBackup } from './backups/check-backup.ts'
export { type Drill, drillBackup } from './backups/drill-backup.ts'
export { observeBackups } from './backups/observe-backups.ts'
export type { BackupTool } from './backups/pgbackrest.ts'
export type { Plan } from './plan.ts'
export { type RecoveryReport, recover, trustDatabase } from './recover.ts'
