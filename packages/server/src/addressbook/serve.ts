// HTTP routes that the API process mounts. Kept out of index.ts, which CLI commands load.
export { serveAddressBook } from './routes.ts'
