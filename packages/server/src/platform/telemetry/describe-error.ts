interface ErrorDescription {
  readonly type: string
  /** SQLSTATE, or the code of a system call or library. */
  readonly code?: string
  readonly constraint?: string
  readonly syscall?: string
  /** Where it was thrown. */
  readonly at?: readonly string[]
  readonly cause?: ErrorDescription
  readonly errors?: readonly ErrorDescription[]
}

const depthMax = 4

/** The loggable parts of an error: never its message, detail or other text, which may quote a text or a number. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, syscall, cause, errors } = error as Error & Record<string, unknown>
  const isDeepest = depth === depthMax
  return {
    type: error.constructor.name,
    // These fields hold only names. Anything else came from elsewhere.
    ...(matches(code, /^([A-Z][A-Z0-9_]{1,63}|[0-9A-Z]{5}|[a-z]+(_[a-z]+)*)$/) && { code }),
    ...(matches(constraint, /^[a-z_][a-z0-9_]{0,62}$/) && { constraint }),
    ...(matches(syscall, /^[a-z]+$/i) && { syscall }),
    at: framesOf(error).slice(0, 12),
    ...(cause !== undefined && !isDeepest && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      !isDeepest && { errors: errors.slice(0, 4).map(each => describeError(each, depth + 1)) }),
  }
}

const matches = (value: unknown, name: RegExp): value is string =>
  typeof value === 'string' && name.test(value)

/**
 * The frames of a stack, which begins with the name and the message. A line of the message may look like a frame, so if the
 * message cannot be separated there are none.
 */
function framesOf({ stack, message }: Error): string[] {
  const afterName = String(stack).replace(/^[\w$.[\] ]*(: )?/, '')
  const frames = afterName.startsWith(message) ? afterName.slice(message.length) : ''
  if (!frames.startsWith('\n    at ')) return []
  return frames.split('\n    at ').slice(1)
}
