import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { connect, isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { dialingRule, type Network } from './dialing-rule.ts'

export interface OutgoingLimits {
  /** Networks that may be reached although they are not public. */
  readonly allowedNetworks?: readonly Network[] | undefined
  readonly connectionsPerOrigin?: number
  readonly connectTimeoutMs?: number
  readonly answerTimeoutMs?: number
  /** Resolves names; tests replace it. */
  readonly resolve?: Resolve
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The address that a name led to may not be called. */
export class AddressRefusedError extends Error {
  constructor() {
    super('The address is not on the public internet')
    this.name = 'AddressRefusedError'
  }
}

const headerBytesMax = 16_384

/**
 * Calls to addresses that others chose. The check is made on the addresses that are dialled, between resolving the name and
 * connecting, so a name that changes its answer has no second chance. Node's blockList option would do for http, but
 * tls.connect ignores it: TLS is put on a socket that was connected here.
 */
export function createOutgoingAgent({
  allowedNetworks = [],
  connectionsPerOrigin = 10,
  connectTimeoutMs = 3_500,
  answerTimeoutMs = 15_000,
  resolve = lookup,
}: OutgoingLimits = {}): Agent {
  const mayDial = dialingRule(allowedNetworks)
  const secure = buildConnector({ timeout: connectTimeoutMs, allowH2: false })
  return new Agent({
    connections: connectionsPerOrigin,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    maxHeaderSize: headerBytesMax,
    pipelining: 1,
    allowH2: false,
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !mayDial(host)) {
        callback(new AddressRefusedError(), null)
        return
      }
      const isSecure = options.protocol === 'https:'
      const socket = connect({
        host,
        port: Number(options.port) || (isSecure ? 443 : 80),
        // A literal address is not looked up.
        lookup: (hostname, wanted, done) => {
          resolve(hostname, { ...wanted, all: true }, (error, addresses) => {
            const dialled = error ? [] : addresses.filter(({ address }) => mayDial(address))
            const failure = error ?? (dialled.length === 0 ? new AddressRefusedError() : null)
            if (wanted.all === true) done(failure, dialled)
            else done(failure, dialled[0]?.address ?? '', dialled[0]?.family)
          })
        },
      })
      // One deadline for the name, the connection and TLS.
      const timer = setTimeout(() => socket.destroy(new Error('connecting took too long')), connectTimeoutMs)
      const done: typeof callback = (...outcome) => {
        clearTimeout(timer)
        callback(...outcome)
      }
      const fail = (error: Error): void => done(error, null)
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.removeListener('error', fail)
        socket.setNoDelay(true)
        if (isSecure) secure({ ...options, httpSocket: socket }, done)
        else done(null, socket)
      })
    },
  })
}
