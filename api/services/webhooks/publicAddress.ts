import { BlockList, isIP } from 'node:net'

/** Ranges of IPv4 that do not lead to a public host (IANA's special-purpose registry). */
const specialIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The only range of IPv6 in which there are public hosts, and the special ranges in it, some of which contain IPv4 addresses. */
const publicIpv6 = ['2000::', 3] as const
const specialIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

function listOf(subnets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family)
  return list
}

const special = { 4: listOf(specialIpv4, 'ipv4'), 6: listOf(specialIpv6, 'ipv6') }
const globalUnicast = listOf([publicIpv6], 'ipv6')
const loopbackIpv4 = listOf([['127.0.0.0', 8]], 'ipv4')

/** Whether the text is the IP address of a public host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special[4].check(address, 'ipv4')
  if (family === 6) return globalUnicast.check(address, 'ipv6') && !special[6].check(address, 'ipv6')
  return false
}

/** Whether the text is the IP address of this machine, as such: not in an address of another form. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? loopbackIpv4.check(address, 'ipv4') : address === '::1'
}
