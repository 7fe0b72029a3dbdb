/** Every limit on a request. Documentation, validation and tests read them from here. */
export const limits = {
  /** Larger bodies get a 413. */
  bodyBytes: 256 * 1024,
  /** Ids stay below 2^53, so that every JSON parser reads them exactly. */
  idMax: Number.MAX_SAFE_INTEGER,
  pageSizeMax: 200,
  pageSizeDefault: 50,
  searchCharacters: 150,
  /** A position holds a name of 400 characters, in base64. */
  cursorCharacters: 3_000,
  /** UTF-16 code units, which bound the parts of a text in every encoding. */
  textCodeUnits: 1_600,
  recipients: 100,
  /** Numbers in one consent lookup. */
  lookups: 200,
  groupIds: 5_000,
  /** Contacts in one batch. */
  batchContacts: 200,
  /** Contacts added to or removed from a group in one request. */
  groupMembers: 200,
  /** Firings returned with a scheduled text. */
  firingsShown: 100,
  idempotencyKeyCharacters: 255,
  /** Distinct numbers that one send from the advisor's app can reach through contacts and groups. */
  appRecipients: 5_000,
  recipientsShown: 500,
  calendarDays: 45,
  calendarItems: 2_000,
  /** A leap year. */
  overviewDays: 366,
  /** About 50,000 contacts; an upload must arrive within ten seconds. Larger files are imported from the command line. */
  uploadBytes: 5 * 1024 * 1024,
  uploadLines: 100_000,
  /** The row limit of a spreadsheet, which may export its blank rows. */
  uploadLinesWithBlank: 1_048_576,
  refusalsShown: 100,
  actsShown: 50,
  /** Advisors for whom the console shows what an application did. */
  usesShown: 100,
  /** Proxies end idle connections after 60 seconds, some after 30. */
  eventWaitSeconds: 30,
  /** Upper bound when counting the texts with a number that a contact is about to lose. */
  textsCounted: 1_000,
} as const
