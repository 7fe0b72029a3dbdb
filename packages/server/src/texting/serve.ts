// HTTP routes that the API process mounts. Kept out of index.ts, which CLI commands load.
export { serveTexting } from './routes.ts'
export { serveSandbox } from './sandbox/routes.ts'
