import { useQuery } from '@apollo/client/react'
import { OutcomesDocument, type OutcomesQuery } from '../../gql/graphql.ts'

/** The outcomes of the company's own that are in use; from the cache alone where they only decide about the layout. */
export function useOwnOutcomes(
  fetchPolicy: 'cache-and-network' | 'cache-only' = 'cache-and-network',
): OutcomesQuery['outcomes'] {
  const { data } = useQuery(OutcomesDocument, { fetchPolicy })
  return data?.outcomes.filter(({ builtIn, retiredAt }) => !builtIn && !retiredAt) ?? []
}
