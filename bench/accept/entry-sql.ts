// SQL for journal entries in canonical form (RFC 8785), from the columns of a text. pgbench also runs
// it and treats a colon before a letter or digit as a variable, so the strings are split there.

/** The text of requests.ts. */
export const textTo = (phone: string): string =>
  `'Good morning Maria, form ' || right(${phone}, 5) || ' that you asked about is ready to sign. Shall I send it today?'`

/** A journal entry in canonical form: what it says about the act, and its facts. */
export interface EntrySql {
  readonly head: string
  readonly facts: string
}

/** The columns of the journal that hold an entry, from head and facts as text and 32 bytes of salts. */
export const entryColumns = 'head, facts, salts, digest'
export const entryValues = (row: string): string => {
  const head = `convert_to(${row}.head, 'UTF8')`
  const facts = `convert_to(${row}.facts, 'UTF8')`
  const salt = (from: number): string => `substring(${row}.salts from ${from} for 16)`
  return `${head}, ${facts}, ${row}.salts, sha256(sha256(${salt(1)} || ${head}) || sha256(${salt(17)} || ${facts}))`
}
export const newSalts = 'uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())'

const rfc3339 = (time: string): string =>
  `translate(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24;MI;SS.MS"Z"'), ';', ':')`

export const acceptedEntry = (application: string): EntrySql => ({
  head: `concat(
    '{"actor":{"applicationId":', ${application}::bigint, ',"kind":"application"},"advisorId":', advisor_id,
    ',"at":"', ${rfc3339('at')}, '","kind":"message.accepted","subject":{"id":', message_id,
    ',"kind":"message"},"traceId":"', md5(message_id::text), '"}'
  )`,
  facts: `concat(
    '{"consentVersion":', consent_version, ',"from":"', number,
    '","kind":"text","memberId":', member_id, ',"policy":{"facts":{"consent":"accepted","hasTextingNumber":',
    'true,"isAccountActive":', 'true,"isConsentRequired":', 'true,"isWithdrawn":', 'false},"rule":"recipient accepted",',
    '"version":', version, '},"text":', to_json(text), ',"to":"', phone, '"}'
  )`,
})

/** Of the system: its task, and when. */
const headBy = (task: string, kind: string, at: string): string => `concat(
    '{"actor":{"kind":"system","task":"${task}"},"advisorId":', advisor_id, ',"at":"', ${rfc3339(at)},
    '","kind":"${kind}","subject":{"id":', message_id, ',"kind":"message"},"traceId":', 'null}'
  )`

export const submittedEntry: EntrySql = {
  head: headBy('dispatch', 'message.submitted', 'submitted_at'),
  facts: `concat(
    '{"attempts":', 1, ',"carrier":"simulator","carrierMessageId":"', carrier_message_id, '","consentVersion":',
    consent_version, ',"memberId":', member_id, ',"number":"', number, '","phone":"', phone, '","text":', to_json(text), '}'
  )`,
}

export const deliveredEntry: EntrySql = {
  head: headBy('delivery receipts', 'message.delivered', 'delivered_at'),
  facts: `concat(
    '{"carrier":"simulator","carrierMessageId":"', carrier_message_id, '","carrierTime":"', ${rfc3339('delivered_at')},
    '","from":"', number, '","memberId":', member_id, ',"to":"', phone, '"}'
  )`,
}
