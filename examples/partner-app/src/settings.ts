import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Settings {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly apiKey: string
  /** Signs the session cookie. */
  readonly sessionSecret: string
  /** Where this application keeps what it must not forget. */
  readonly dataFile: string
}

/**
 * What the operator of Parley gave you. On your own machine `npm run dev` has written it to .parley/dev.json; in
 * production it comes from wherever you keep secrets.
 */
export function readSettings(environment = process.env): Settings {
  const file = environment['PARLEY_SANDBOX'] ?? new URL('../../../.parley/dev.json', import.meta.url)
  const { application, advisors: _advisors, ...addresses } = JSON.parse(readFileSync(file, 'utf8'))
  return {
    ...addresses,
    ...application,
    sessionSecret: environment['SESSION_SECRET'] ?? randomBytes(32).toString('hex'),
    dataFile: environment['DATA_FILE'] ?? 'partner-app.json',
  }
}
