import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { ActivityTotalDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toFilterOfQuery } from './activityFilters.ts'

/** The number of events in a view; nothing until it is known. */
export function ActivityViewCount({ query }: { query: string }) {
  const [openedAt] = useState(Date.now)
  const variables = { filter: toFilterOfQuery(query, openedAt) }
  const { data } = useQuery(ActivityTotalDocument, { variables, fetchPolicy: 'no-cache' })
  return data ? formatCount(data.activityLog.totalCount) : null
}
