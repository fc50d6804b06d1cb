import { useSearchParams } from 'react-router-dom'
import type { Period } from '../../gql/graphql.ts'
import { parsePeriod } from './periods.ts'
import { parseDays, type ReportRange } from './reportRange.ts'

/** The period of the dashboard, stored in the URL. */
export function usePeriod(): [Period, (next: Period) => void] {
  const [search, setSearch] = useSearchParams()
  return [parsePeriod(search.get('period')), (next) => setSearch({ period: next.toLowerCase() }, { replace: true })]
}

/** The time of the dashboard, stored in the URL: given days, or the period of the dashboard. Choosing a period ends given days. */
export function useReportRange(): [ReportRange, (days: { from: string; to: string } | null) => void] {
  const [search, setSearch] = useSearchParams()
  const period = parsePeriod(search.get('period'))
  const days = parseDays(search.get('from'), search.get('to'))
  const setDays = (next: { from: string; to: string } | null) =>
    setSearch({ period: period.toLowerCase(), ...next }, { replace: true })
  return [{ period, ...days }, setDays]
}
