// The HTTP routes of events.
export { serveEvents } from './routes.ts'
