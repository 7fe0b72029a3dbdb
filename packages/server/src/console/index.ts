// The console of a firm: its people, numbers, applications, texting policy and journal, for which the features decide, and its figures.
export { foldJournal } from './overview/fold-journal.ts'
export { serveConsole } from './serve-console.ts'
