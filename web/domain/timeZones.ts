/** The most common time zones, listed before the others. */
const commonTimeZones = [
  'America/New_York',
  'America/Indiana/Indianapolis',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

export const DEFAULT_TIME_ZONE = 'America/Indiana/Indianapolis'
const TIME_ZONE_MESSAGE = `Choose a time zone, such as ${DEFAULT_TIME_ZONE}`

export const timeZones = (): string[] => [...new Set([...commonTimeZones, ...Intl.supportedValuesOf('timeZone')])]

/** 'Indiana/Indianapolis' → 'Indianapolis'. */
const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** 'New York · Eastern Time', by which people know a time zone. */
export function timeZoneLabel(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return [cityOf(zone), parts.find(({ type }) => type === 'timeZoneName')?.value].filter(Boolean).join(' · ')
}

/** The time zone that a user means by its name in any case, its city or its label: 'new york' for America/New_York; null if unknown. */
export function findTimeZone(text: string): string | null {
  const typed = text.trim()
  if (isTimeZone(typed)) return typed
  const wanted = typed.toLowerCase().replaceAll('_', ' ')
  const isNamed = (zone: string) =>
    zone.toLowerCase().replaceAll('_', ' ') === wanted || cityOf(zone).toLowerCase() === wanted
  // The city first, because a label is slow to write.
  const isLabeled = (zone: string) =>
    wanted.startsWith(cityOf(zone).toLowerCase()) && timeZoneLabel(zone).toLowerCase() === wanted
  return timeZones().find(isNamed) ?? timeZones().find(isLabeled) ?? null
}

/** What a field shows of a time zone: its label, or its name where the list has no zone with that label, such as UTC. */
export function timeZoneText(zone: string): string {
  const label = timeZoneLabel(zone)
  return findTimeZone(label) === null ? zone : label
}

/** The time zone of a field that was filled with the text of `shown`, which stays if the field does. */
export const chosenTimeZone = (text: string, shown: string): string =>
  text === timeZoneText(shown) ? shown : findTimeZone(text)!

/** Whether `name` is an IANA time zone: 'America/Chicago', but not 'CST' or '+01:00'. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+){1,2}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** The rule of a form for a time zone. */
export const timeZoneRule = { validate: (text: string) => findTimeZone(text) !== null || TIME_ZONE_MESSAGE }
