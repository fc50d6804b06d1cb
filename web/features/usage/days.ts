import { useSearchParams } from 'react-router-dom'

/** The time spans of the global dashboard, in days (spec §9). */
export const dayChoices = [
  { value: '1', label: 'Last 24 hours', before: 'previous 24 hours' },
  { value: '7', label: 'Last 7 days', before: 'previous 7 days' },
  { value: '30', label: 'Last 30 days', before: 'previous 30 days' },
] as const

export type DayChoice = (typeof dayChoices)[number]['value']

export const DEFAULT_DAYS: DayChoice = '7'

/** The span of a URL parameter ('30'), or the default. */
export const parseDays = (text: string | null): DayChoice =>
  dayChoices.find(({ value }) => value === text)?.value ?? DEFAULT_DAYS

/** 'previous 7 days'. */
export const previousDaysPhrase = (days: DayChoice): string => dayChoices.find(({ value }) => value === days)!.before

/** 'last 7 days', for use inside a sentence. */
export const daysPhrase = (days: DayChoice): string =>
  dayChoices.find(({ value }) => value === days)!.label.toLowerCase()

/** The time span of the dashboard, stored in the URL. */
export function useDays(): [DayChoice, (next: DayChoice) => void] {
  const [search, setSearch] = useSearchParams()
  return [parseDays(search.get('days')), (next) => setSearch({ days: next }, { replace: true })]
}
