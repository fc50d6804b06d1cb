/** Browsers by a part of their User-Agent header, the specific ones first: most also name the browsers they descend from. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const

/** A browser's header is shorter, and what follows is ignored. */
const maxLength = 512

/**
 * The browser and system of a User-Agent header in words, such as 'Chrome on Windows'. Nothing of the header's own text is
 * returned, so a client cannot choose what its owner reads.
 */
export function describeDevice(userAgent: string | null | undefined): string {
  const text = (userAgent ?? '').slice(0, maxLength)
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => text.includes(part))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
