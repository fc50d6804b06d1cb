import { isIP } from 'node:net'

/** The address, or its /64 network for IPv6: one household or office controls a whole /64. */
export function networkOf(address: string | null): string {
  if (!address) return 'unknown'
  return (
    ipv4Of(address) ??
    groupsOf(address)
      .slice(0, 4)
      .map((group) => Number.parseInt(group, 16))
      .join(':')
  )
}

/** The address without its last part, to be shown: '192.0.2.x', or the /48 network for IPv6; null for anything else. */
export function shortAddressOf(address: string | null): string | null {
  if (!address || !isIP(address)) return null
  const ipv4 = ipv4Of(address)
  return ipv4 ? `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.x` : `${groupsOf(address).slice(0, 3).join(':')}:x`
}

/** The address if it is one of IPv4, also when IPv6 contains it. */
function ipv4Of(address: string): string | null {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? (address.includes(':') ? null : address)
}

/** The eight groups of an IPv6 address, in hexadecimal. */
function groupsOf(address: string): string[] {
  const parts = address.toLowerCase().split('::')
  const [leading, trailing] = parts.map((part) => part.split(':').filter(Boolean)) as [string[], string[]?]
  if (!trailing) return leading
  const zeros = Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0')
  return [...leading, ...zeros, ...trailing]
}
