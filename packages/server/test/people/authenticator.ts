// An authenticator app: it knows the key as its owner typed it, and shows codes.
import { setTimeout as sleep } from 'node:timers/promises'
import { appOperations } from '@parley/contract'
import { codeAt, stepAt } from '../../src/identity/second-factor/totp.ts'
import type { AppClient } from '../servers/advisor-app.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export interface Authenticator {
  /** The code of now, or of some half minutes later. */
  readonly code: (stepsLater?: number) => string
  /** A code that is never valid now. */
  readonly wrongCode: () => string
}

export function authenticatorOf(key: string): Authenticator {
  const bits = [...key.replaceAll(' ', '')].map(each => alphabet.indexOf(each).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const secret = Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
  const code = (stepsLater = 0): string => codeAt(secret, stepAt(Date.now()) + stepsLater)
  return {
    code,
    wrongCode: () => {
      const valid = [-2, -1, 0, 1, 2].map(code)
      return (
        ['000000', '111111', '222222', '333333', '444444', '555555'].find(one => !valid.includes(one)) ?? ''
      )
    },
  }
}

/** Sets an authenticator app up in the settings. Its code of the half minute before is used up. */
export async function setUpFactor(client: Pick<AppClient, 'ok'>) {
  // Not at the end of a half minute: on a slow machine the code would be too old when it arrives.
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 6_000) await sleep(leftMs)
  const { setup, key } = await client.ok(appOperations.startSecondFactor)
  const authenticator = authenticatorOf(key)
  const body = { setup, code: authenticator.code(-1) }
  const { recoveryCodes } = await client.ok(appOperations.addSecondFactor, { body })
  return { authenticator, recoveryCodes }
}
