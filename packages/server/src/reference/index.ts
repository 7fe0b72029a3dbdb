// Pages for partner developers. The rest of the server sees them only through this file.
export { serveReference } from './serve-reference.ts'
