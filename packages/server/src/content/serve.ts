// The HTTP routes of the content library. Separate from index.ts, which commands load.
export { serveContent } from './routes.ts'
