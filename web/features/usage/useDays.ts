import { useSearchParams } from 'react-router-dom'
import { type DayChoice, parseDays } from './days.ts'

/** The time span of the dashboard, stored in the URL. */
export function useDays(): [DayChoice, (next: DayChoice) => void] {
  const [search, setSearch] = useSearchParams()
  return [parseDays(search.get('days')), (next) => setSearch({ days: next }, { replace: true })]
}
