/** Whether calendars of this program know `name` as an IANA time zone; offsets and abbreviations are none. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+){1,2}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
