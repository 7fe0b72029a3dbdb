/** Values of command_status that we send or distinguish. */
export const statuses = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  /** The peer rejects this command in the current bind state. */
  wrongBindState: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidDestination: 0x0b,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  cancelFailed: 0x11,
  replaceFailed: 0x13,
  queueFull: 0x14,
  throttled: 0x58,
  temporaryFailure: 0x64,
  permanentFailure: 0x65,
  rejected: 0x66,
  queryFailed: 0x67,
} as const
