// Starts the application: npm start --workspace examples/partner-app
import { createApp } from './app.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const app = createApp(settings)
const { port } = new URL(settings.redirectUri)
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? port) })
console.log(`Open ${new URL(settings.redirectUri).origin}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
