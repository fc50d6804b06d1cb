import { useSearchParams } from 'react-router-dom'
import { type DayChoice, parseDays } from './days.ts'

/** How far back the dashboard looks, kept in the address. */
export function useDays(): [DayChoice, (next: DayChoice) => void] {
  const [search, setSearch] = useSearchParams()
  return [parseDays(search.get('days')), (next) => setSearch({ days: next }, { replace: true })]
}
