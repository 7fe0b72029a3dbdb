// The advisor app: operations that need several features, live updates, and the files of the app itself.
export { serveAdvisorApp } from './serve-advisor-app.ts'
