// The address book by HTTP: what the api mounts. Apart from index.ts, which commands load.
export { serveAddressBook } from './routes.ts'
