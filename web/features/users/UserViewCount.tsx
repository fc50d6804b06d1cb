import { useQuery } from '@apollo/client/react'
import { UserTotalDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useSession } from '../../session/SessionProvider.tsx'
import { toFilterOfQuery } from './userFilters.ts'

/** The number of accounts in a view; nothing until it is known. */
export function UserViewCount({ query }: { query: string }) {
  const filter = toFilterOfQuery(query, useSession().view.tenantId)
  const { data } = useQuery(UserTotalDocument, { variables: { filter }, fetchPolicy: 'no-cache' })
  return data ? formatCount(data.users.totalCount) : null
}
