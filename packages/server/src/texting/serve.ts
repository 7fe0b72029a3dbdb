// Texting by HTTP: what the api mounts. Apart from index.ts, which commands load.
export { serveCarrierWebhooks } from './carriers/serve-webhooks.ts'
export { serveTexting } from './routes.ts'
export { serveSandbox } from './sandbox/routes.ts'
