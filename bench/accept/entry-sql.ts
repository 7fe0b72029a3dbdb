// SQL for journal entries in canonical form (RFC 8785), from the columns of a text. pgbench also runs
// it and treats a colon before a letter or digit as a variable, so the strings are split there.

/** The text of requests.ts. */
export const textTo = (phone: string): string =>
  `'Good morning Maria, form ' || right(${phone}, 5) || ' that you asked about is ready to sign. Shall I send it today?'`

export const digestOf = (entry: string): string => `sha256(convert_to(${entry}, 'UTF8'))`

const rfc3339 = (time: string): string =>
  `translate(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24;MI;SS.MS"Z"'), ';', ':')`

export const acceptedEntry = (application: string): string => `concat(
    '{"actor":{"applicationId":', ${application}::bigint, ',"kind":"application"},"advisorId":', advisor_id,
    ',"at":"', ${rfc3339('at')}, '","facts":{"consentVersion":', consent_version, ',"from":"', number,
    '","kind":"text","memberId":', member_id, ',"policy":{"facts":{"consent":"accepted","hasTextingNumber":',
    'true,"isAccountActive":', 'true,"isConsentRequired":', 'true,"isWithdrawn":', 'false},"rule":"recipient accepted",',
    '"version":', version, '},"text":', to_json(text), ',"to":"', phone, '"},"kind":"message.accepted","subject":{"id":',
    message_id, ',"kind":"message"},"traceId":"', md5(message_id::text), '"}'
  )`

export const submittedEntry = `concat(
    '{"actor":{"kind":"system","task":"dispatch"},"advisorId":', advisor_id, ',"at":"', ${rfc3339('submitted_at')},
    '","facts":{"attempts":', 1, ',"carrier":"simulator","carrierMessageId":"', carrier_message_id, '","consentVersion":',
    consent_version, ',"memberId":', member_id, ',"number":"', number, '","phone":"', phone, '","text":', to_json(text),
    '},"kind":"message.submitted","subject":{"id":', message_id, ',"kind":"message"},"traceId":', 'null}'
  )`

export const deliveredEntry = `concat(
    '{"actor":{"kind":"system","task":"delivery receipts"},"advisorId":', advisor_id, ',"at":"',
    ${rfc3339('delivered_at')}, '","facts":{"carrier":"simulator","carrierMessageId":"', carrier_message_id,
    '","carrierTime":"', ${rfc3339('delivered_at')}, '","from":"', number, '","memberId":', member_id, ',"to":"', phone,
    '"},"kind":"message.delivered","subject":{"id":', message_id, ',"kind":"message"},"traceId":', 'null}'
  )`
