import { ParleyOAuth, type Tokens } from '../src/index.ts'
import type { ScriptedServer } from './scripted-server.ts'

export const redirectUri = 'https://partner.test/callback'

export const createOAuth = ({ origin, fetch }: ScriptedServer): ParleyOAuth =>
  new ParleyOAuth({
    authUrl: `${origin}/oauth/auth?return=%2Fhome`,
    tokenUrl: `${origin}/oauth/token`,
    clientId: 'client',
    clientSecret: 'secret',
    redirectUri,
    fetch,
  })

export const jwt = (name: string, sub = 'avery'): string =>
  [`{"n":"${name}"}`, `{"sub":"${sub}"}`, 'signature']
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.')

export const tokens = (number: number, seconds = 900): Tokens => ({
  accessToken: jwt(`access-${number}`),
  refreshToken: `refresh-${number}`,
  expiresAt: Date.now() + seconds * 1_000,
  scope: 'openid',
  advisor: 'avery',
})
