/** A log line for a person: time, role, level, message, then the rest. */
export function formatLogLine(role: string, line: string): string {
  const entry = parse(line)
  if (!entry) return `${role.padEnd(6)} ${line}`
  const { time, level, msg, pid: _pid, role: _role, err, ...rest } = entry
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${String(value)}`)
  const error = err === undefined ? '' : `\n${JSON.stringify(err, null, 2)}`
  return (
    [String(time).slice(11, 23), role.padEnd(6), String(level).padEnd(5), msg, ...fields].join(' ') + error
  )
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
