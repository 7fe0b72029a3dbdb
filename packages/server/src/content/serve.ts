// The content library by HTTP: what the api mounts. Apart from index.ts, which commands load.
export { serveContent } from './routes.ts'
