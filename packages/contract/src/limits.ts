/** Every number that bounds a request. Documentation, validation and tests read them here. */
export const limits = {
  /** Larger bodies answer 413. */
  bodyBytes: 256 * 1024,
  /** Ids are positive and exact in every JSON reader: below 2^53. */
  idMax: Number.MAX_SAFE_INTEGER,
  pageSizeMax: 200,
  pageSizeDefault: 50,
  /** page × pageSize may not point further than this row: the largest address book a cell carries. */
  reachMax: 1_000_000,
  searchCharacters: 150,
  textCharacters: 1_600,
  recipients: 100,
  groupIds: 5_000,
  /** Of a scheduled text. */
  firingsShown: 100,
  idempotencyKeyCharacters: 255,
  /** Different numbers that one send from the advisor's own app reaches, through contacts and groups. */
  appRecipients: 5_000,
  recipientsShown: 500,
  calendarDays: 45,
  calendarItems: 2_000,
  /** Of a file of contacts that is uploaded, about 50,000; it must arrive within ten seconds. Larger ones go through the command line. */
  uploadBytes: 5 * 1024 * 1024,
  uploadLines: 100_000,
  refusalsShown: 100,
  actsShown: 50,
} as const
