// Forms that settings are written in. Each parser throws a Mistake that names the expected one.
import { isIP } from 'node:net'
import type { Network } from '../platform/outgoing/dialing-rule.ts'
import { type Insecurity, insecurities } from './config-rules.ts'

export class Mistake extends Error {}

export const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (text: string): Choice => {
    const choice = choices.find(candidate => candidate === text)
    if (choice === undefined) throw new Mistake(`must be one of ${choices.join(', ')}`)
    return choice
  }

export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Mistake(`must be a whole number from ${min} to ${max}`)
    }
    return value
  }

export const url =
  (...schemes: string[]) =>
  (text: string): string => {
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : ''
    if (!schemes.includes(scheme))
      throw new Mistake(`must be an address that starts with ${schemes.join(':// or ')}://`)
    return text
  }

export const origin = (text: string): string => {
  const address = url('https', 'http')(text)
  if (new URL(address).origin !== address)
    throw new Mistake('must be scheme, host and port only, such as https://texting.example.org')
  return address
}

export const logOrigin = (text: string): string => {
  if (!/^[a-z0-9][a-z0-9.:/-]{2,200}$/.test(text))
    throw new Mistake('must be a host and a path without the scheme, such as texting.example.org/log')
  return text
}

export const socketAddress = (text: string): string => {
  const { protocol, hostname, port } = new URL(url('tcp', 'smpp')(text))
  if (hostname === '' || port === '') throw new Mistake(`must be written ${protocol}//host:port`)
  return text
}

/** Nothing but the server and the account: options in an address could switch off TLS. */
export const mailServer = (text: string): string => {
  const { hostname, pathname, search, hash } = new URL(url('smtps', 'smtp')(text))
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '')
    throw new Mistake('must be written smtps://user:password@host:port')
  return text
}

export const mailSender = (text: string): string => {
  const [, named] = /^[^<>"@\p{Cc}]{1,100} <([^<>]+)>$/u.exec(text) ?? []
  if (!/^[^\s<>()",;:@\p{Cc}]+@[^\s<>()",;:@\p{Cc}]+$/u.test(named ?? text))
    throw new Mistake('must be an address, or a name and an address in angle brackets')
  return text
}

export const optional =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Value | undefined =>
    text === '' ? undefined : parse(text)

export const plain = (text: string): string => text

/** Separated by commas. */
export const plainList = (text: string): readonly string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

export const key32 = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Mistake('must be 32 bytes in base64')
  return key
}

export const key32List = (text: string): readonly Buffer[] =>
  plainList(text).map((part, at) => {
    try {
      return key32(part)
    } catch {
      throw new Mistake(`must be keys of 32 bytes in base64, separated by commas; number ${at + 1} is not`)
    }
  })

export interface ClaimNames {
  readonly advisor: string
  readonly client: string
  readonly scope: string
}

export const claimNames = (text: string): ClaimNames => {
  const { advisor, client, scope } = Object.fromEntries(text.split(',').map(pair => pair.split('=')))
  if (!advisor || !client || !scope) throw new Mistake('must be written advisor=…,client=…,scope=…')
  return { advisor, client, scope }
}

export const insecurityList = (text: string): readonly Insecurity[] =>
  plainList(text).map(oneOf(...insecurities))

/** Networks in CIDR notation, separated by commas. */
export const networkList = (text: string): readonly Network[] => plainList(text).map(networkOf)

function networkOf(text: string): Network {
  const [address = '', prefix = ''] = text.split('/')
  const version = isIP(address)
  const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32)
  if (version === 0 || !isPrefix)
    throw new Mistake(`has ${text}, which is not a network such as 10.20.0.0/16`)
  return { address, prefix: Number(prefix), family: version === 6 ? 'ipv6' : 'ipv4' }
}
