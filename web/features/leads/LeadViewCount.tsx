import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { LeadTotalDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toFilterOfQuery } from './leadFilters.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'

/** The number of leads in a view; nothing until it is known. */
export function LeadViewCount({ query }: { query: string }) {
  const filter = useMemo(() => toFilterOfQuery(query), [query])
  const { data, refetch } = useQuery(LeadTotalDocument, { variables: { filter }, fetchPolicy: 'cache-and-network' })
  useOnLeadsChanged(() => void refetch().catch(() => undefined))
  return data ? formatCount(data.leadCounters.total) : null
}
