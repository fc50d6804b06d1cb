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
export const TIME_ZONE_MESSAGE = `Choose a time zone, such as ${DEFAULT_TIME_ZONE}`

export const timeZones = (): string[] => [...new Set([...commonTimeZones, ...Intl.supportedValuesOf('timeZone')])]

/** Whether `name` is an IANA time zone: 'America/Chicago', but not 'CST' or '+01:00'. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+){1,2}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
