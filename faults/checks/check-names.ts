/** Names of checks that other files refer to. */
export const checkNames = {
  exists: 'every acknowledged send exists',
  acceptedAfterStop: 'nothing is accepted after a STOP',
  submittedAfterStop: 'nothing is submitted after a STOP but what it names as in flight',
} as const
