// The advisor's own app: what needs more than one feature, live updates, and the files of the app itself.
export { serveAdvisorApp } from './serve-advisor-app.ts'
