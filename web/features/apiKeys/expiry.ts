/** The lifetimes to choose from. `DATE` requires a date. */
export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'DATE', label: 'Until a date' },
] as const
export type Lifetime = (typeof lifetimes)[number]['value']

/** The lifetime as GraphQL input: a number of days, or the end of the chosen day in the user's time zone. */
export function expiryInput(lifetime: Lifetime, day: string): { expiresInDays: number } | { expiresAt: string } {
  if (lifetime !== 'DATE') return { expiresInDays: Number(lifetime) }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { expiresAt: new Date(year, month - 1, date + 1).toISOString() }
}

/** The first and last allowed day, as values of a date field. */
export function allowedDays(now: Date): { first: string; last: string } {
  const from = (days: number) => toDateInput(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
  return { first: from(0), last: from(364) }
}

/** Returns an error message for a day that is not allowed, otherwise null. */
export function validateDay(day: string, now: Date): string | null {
  const { first, last } = allowedDays(now)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Choose a day'
  return day < first || day > last ? 'Choose a day within the next year' : null
}

function toDateInput(date: Date): string {
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
