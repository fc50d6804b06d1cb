const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are costly to make and are asked for in every row. */
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', options)
  formats.set(key, made)
  return made
}

type When = string | number | Date

const zone = (timeZone?: string) => (timeZone ? { timeZone } : {})

/** 'Feb 5, 2024', in the reader's own time zone unless one is given. */
export const formatDate = (when: When, timeZone?: string): string =>
  format({ month: 'short', day: 'numeric', year: 'numeric', ...zone(timeZone) }).format(new Date(when))

/** 'Feb 5'. */
export const formatDay = (when: When, timeZone?: string): string =>
  format({ month: 'short', day: 'numeric', ...zone(timeZone) }).format(new Date(when))

/** 'January'. */
export const formatMonth = (when: When, timeZone?: string): string =>
  format({ month: 'long', ...zone(timeZone) }).format(new Date(when))

/** 'Mon, Feb 5'. */
export const formatWeekday = (when: When, timeZone?: string): string =>
  format({ weekday: 'short', month: 'short', day: 'numeric', ...zone(timeZone) }).format(new Date(when))

/** '4:12 PM'. */
export const formatTime = (when: When, timeZone?: string): string =>
  format({ hour: 'numeric', minute: '2-digit', ...zone(timeZone) }).format(new Date(when))

/** 'Feb 5 – Feb 11, 2024' of a period that ends before `to`; one day is 'Feb 5, 2024'. */
export function formatDateRange(from: When, to: When, timeZone?: string): string {
  const last = new Date(to).getTime() - 1
  const start = formatDate(from, timeZone)
  const end = formatDate(last, timeZone)
  if (start === end) return end
  const sameYear = start.slice(-4) === end.slice(-4)
  return `${sameYear ? formatDay(from, timeZone) : start} – ${end}`
}

/** '1:24:07' of a length in milliseconds. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
