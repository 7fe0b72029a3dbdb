import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { describeBrowser } from '../../sessions/browsers/describe-browser.ts'
import { type NewBrowserNotice, tellNewBrowser } from '../../sessions/browsers/tell-new-browser.ts'
import type { AppSignInParts } from '../parts.ts'
import type { KnownDevices } from './known-device.ts'

interface Entered {
  readonly devices: KnownDevices
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly personId: number
  readonly remedy?: NewBrowserNotice['remedy']
}

/** Of a sign-in in which applications are allowed: the person is told if the browser is new. */
export async function rememberBrowser(
  { database, config }: Pick<AppSignInParts, 'database' | 'config'>,
  { devices, request, reply, personId, remedy = 'password' }: Entered,
): Promise<void> {
  const { mailUrl, publicOrigin } = config
  if (mailUrl !== undefined && devices.nameFor(request, personId) === undefined) {
    const browser = describeBrowser(request.headers['user-agent'])
    await inTransaction(database, tx => tellNewBrowser(tx, { personId, browser, publicOrigin, remedy }))
  }
  devices.remember(request, reply, personId)
}
