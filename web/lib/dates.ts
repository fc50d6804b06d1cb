const formatters = new Map<string, Intl.DateTimeFormat>()

/** Caches formatters, because creating one for every table row is slow. */
function getFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const cached = formatters.get(key)
  if (cached) return cached
  const created = new Intl.DateTimeFormat('en-US', options)
  formatters.set(key, created)
  return created
}

export type DateInput = string | number | Date

let displayTimeZone: string | undefined

/**
 * Shows all times in the zone of the tenant whose work is on the screen; without a tenant, in that of the device. A
 * function that is given a zone uses that one.
 */
export function setDisplayTimeZone(timeZone: string | undefined): void {
  displayTimeZone = timeZone
}

const zoneOption = (timeZone = displayTimeZone) => (timeZone ? { timeZone } : {})

/** 'Eastern Time (Indianapolis)': the zone in which times are shown. */
export function describeTimeZone(timeZone = displayTimeZone): string {
  const parts = getFormatter({ timeZoneName: 'longGeneric', ...zoneOption(timeZone) }).formatToParts(new Date())
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
  const city = timeZone?.split('/').at(-1)?.replaceAll('_', ' ')
  return city && !name.includes(city) ? `${name} (${city})` : name
}

/** 'Feb 5, 2024', in the displayed time zone unless one is given. */
export const formatDate = (when: DateInput, timeZone?: string): string =>
  getFormatter({ month: 'short', day: 'numeric', year: 'numeric', ...zoneOption(timeZone) }).format(new Date(when))

/** 'Feb 5'. */
export const formatDay = (when: DateInput, timeZone?: string): string =>
  getFormatter({ month: 'short', day: 'numeric', ...zoneOption(timeZone) }).format(new Date(when))

/** 'January'. */
export const formatMonth = (when: DateInput, timeZone?: string): string =>
  getFormatter({ month: 'long', ...zoneOption(timeZone) }).format(new Date(when))

/** 'Mon, Feb 5'. */
export const formatWeekday = (when: DateInput, timeZone?: string): string =>
  getFormatter({ weekday: 'short', month: 'short', day: 'numeric', ...zoneOption(timeZone) }).format(new Date(when))

/** 'Mon, Feb 5, 2024'. */
export const formatLongDay = (when: DateInput, timeZone?: string): string =>
  getFormatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', ...zoneOption(timeZone) }).format(
    new Date(when),
  )

/** '4:12 PM'. */
export const formatTime = (when: DateInput, timeZone?: string): string =>
  getFormatter({ hour: 'numeric', minute: '2-digit', ...zoneOption(timeZone) }).format(new Date(when))

/** '1:24:07' for a duration in milliseconds. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

/** The value of a date and time field: '2026-12-01T15:30' on the clock of the displayed time zone. */
export function toFieldTime(when: DateInput, timeZone?: string): string {
  const format = getFormatter({
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zoneOption(timeZone),
  })
  const parts = new Map(format.formatToParts(new Date(when)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '00'
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The value of a date field: '2026-12-01', the day on the calendar of the displayed time zone. */
export const toFieldDay = (when: DateInput, timeZone?: string): string => toFieldTime(when, timeZone).slice(0, 10)

/** The time that a date and time field means; null for an incomplete one. A time that the clocks skip is an hour later. */
export function fromFieldTime(text: string, timeZone?: string): Date | null {
  const wanted = Date.parse(`${text}Z`)
  if (Number.isNaN(wanted)) return null
  const clockOf = (at: number) => Date.parse(`${toFieldTime(at, timeZone)}Z`)
  // The offset of the zone may differ between the first guess and the result, when the clocks change.
  const guess = wanted - (clockOf(wanted) - wanted)
  const found = guess - (clockOf(guess) - wanted)
  return new Date(clockOf(found) === wanted ? found : Math.max(guess, found))
}

/** The start of the day that contains `now` in a time zone. */
export function startOfDay(now: Date, timeZone?: string): Date {
  const midnight = now.getTime() - timeOfDay(now, timeZone) - (now.getTime() % 1000)
  // A change of the clocks during the day moves the result by an hour.
  const offset = timeOfDay(new Date(midnight), timeZone)
  return new Date(midnight - (offset > DAY_MS / 2 ? offset - DAY_MS : offset))
}

/** The same time on the clock a number of days later, in whole minutes. A day does not always have 24 hours. */
export function addDays(when: DateInput, days: number, timeZone?: string): Date {
  const clock = Date.parse(`${toFieldTime(when, timeZone)}Z`) + days * DAY_MS
  return fromFieldTime(new Date(clock).toISOString().slice(0, 16), timeZone)!
}

/** The hour on the clock of a time zone, 0 to 23. */
export const hourOfDay = (when: Date, timeZone?: string): number => Math.floor(timeOfDay(when, timeZone) / HOUR_MS)

const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * 60 * 60_000

/** The milliseconds on the clock of a time zone, in whole seconds. */
function timeOfDay(when: Date, timeZone?: string): number {
  const format = getFormatter({
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    ...zoneOption(timeZone),
  })
  const [hours = 0, minutes = 0, seconds = 0] = format.format(when).split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
