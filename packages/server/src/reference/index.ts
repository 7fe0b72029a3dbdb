// What a partner developer reads in a browser. The rest of the server sees it only through this file.
export { serveReference } from './serve-reference.ts'
