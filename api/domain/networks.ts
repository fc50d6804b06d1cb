/** The address, or its /64 network for IPv6: one household or office controls a whole /64. */
export function networkOf(address: string | null): string {
  if (!address) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':')) return address
  const [leading = '', trailing = ''] = address.toLowerCase().split('::')
  const leadingGroups = leading.split(':').filter(Boolean)
  const trailingGroups = trailing.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - leadingGroups.length - trailingGroups.length)).fill('0')
    : []
  return [...leadingGroups, ...zeros, ...trailingGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':')
}
