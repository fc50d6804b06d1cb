import { useSearchParams } from 'react-router-dom'
import type { Period } from '../../gql/graphql.ts'
import { parsePeriod } from './periods.ts'

/** The period of the dashboard, stored in the URL. */
export function usePeriod(): [Period, (next: Period) => void] {
  const [search, setSearch] = useSearchParams()
  return [parsePeriod(search.get('period')), (next) => setSearch({ period: next.toLowerCase() }, { replace: true })]
}
