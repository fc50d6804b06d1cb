import type { ApolloClient } from '@apollo/client'
import { LeadIdsDocument, LeadOwnersDocument, type PrintSelection, type PropertyType } from '../../gql/graphql.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'

/** The server returns at most this many leads. */
const BATCH_SIZE = 1000
const UNKNOWN_OWNER = 'Unknown Owner'

/** The ids of the selected leads that have an owner name and address, in print order. */
export async function fetchCompleteLeadIds(client: ApolloClient, selection: PrintSelection): Promise<string[]> {
  const ids = selection.leadIds?.map(String) ?? (await fetchLeadIdsOfTag(client, selection.tag ?? selection.leadType))
  const complete: string[] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    const { data } = await client.query({
      query: LeadOwnersDocument,
      variables: { filter: { ids: batch }, first: BATCH_SIZE },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('No answer')
    const completeInBatch = new Set(
      data.leads.edges
        .filter(({ node }) => node.ownerName && node.ownerName !== UNKNOWN_OWNER && node.property?.ownerAddress)
        .map(({ node }) => node.id),
    )
    complete.push(...batch.filter((id) => completeInBatch.has(id)))
  }
  return complete
}

async function fetchLeadIdsOfTag(client: ApolloClient, tagName: string | null | undefined): Promise<readonly string[]> {
  // Leads have one of the nine service types. The other template tags match none.
  const tag: PropertyType | undefined = propertyTypes.find(({ value }) => value === tagName)?.value
  if (!tag) return []
  const { data } = await client.query({
    query: LeadIdsDocument,
    variables: { filter: { tag } },
    fetchPolicy: 'no-cache',
  })
  if (!data) throw new Error('No answer')
  return data.leadIds
}
