import type { ApolloClient } from '@apollo/client'
import { type LeadFilter, LeadListDocument, type LeadOrder } from '../../gql/graphql.ts'
import type { LeadPage } from './leadRanges.ts'

/** Which leads are listed, and in which order. */
export interface LeadQuery {
  filter: LeadFilter
  orderBy?: LeadOrder
}

/** Fetches a page of leads, bypassing the cache. `total` is set only when `counted` is true. */
export async function fetchLeads(
  client: ApolloClient,
  query: LeadQuery,
  page: { first: number; after: string | null; counted: boolean },
): Promise<LeadPage & { total: number | undefined }> {
  const { data } = await client.query({
    query: LeadListDocument,
    variables: { ...query, ...page },
    fetchPolicy: 'no-cache',
  })
  if (!data) throw new Error('No answer')
  const { edges, pageInfo, totalCount } = data.leads
  return {
    rows: edges.map(({ node }) => node),
    endCursor: pageInfo.endCursor ?? null,
    hasMore: pageInfo.hasNextPage,
    total: totalCount,
  }
}
