import { BlockList, isIP } from 'node:net'

/** Networks that are nobody's public server: private, local, documentation, tunnels to IPv4, multicast, reserved. */
const refused: readonly (readonly [Network['address'], Network['prefix'], Network['family']])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  // IPv4-compatible addresses such as ::7f00:1, and the unspecified and loopback addresses.
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Where clouds keep the credentials of a machine. No setting opens it. */
const linkLocal: readonly Network[] = [
  { address: '169.254.0.0', prefix: 16, family: 'ipv4' },
  { address: 'fe80::', prefix: 10, family: 'ipv6' },
]

type MayDial = (address: string) => boolean

/**
 * Whether an address may be called: every public one, and those of the allowed networks. An IPv4-mapped address such as
 * ::ffff:127.0.0.1 counts as the IPv4 address that it dials.
 */
export function dialingRule(allowedNetworks: readonly Network[]): MayDial {
  const lists = [
    linkLocal,
    allowedNetworks,
    refused.map(([address, prefix, family]) => ({ address, prefix, family })),
  ]
  const [closed, allowed, blocked] = lists.map(networks => {
    const list = new BlockList()
    for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
    return (address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }) as [MayDial, MayDial, MayDial]
  return address => isIP(address) !== 0 && !closed(address) && (allowed(address) || !blocked(address))
}
