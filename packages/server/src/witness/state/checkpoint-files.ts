/** The latest checkpoint that each key cosigned. */
export const checkpointFiles = { witness: 'checkpoint', audit: 'audit-checkpoint' }
export type CosignerRole = keyof typeof checkpointFiles

/** Written when the log is added, so that a missing file is never taken for a log without checkpoints. */
export const noCheckpoint = 'none\n'
