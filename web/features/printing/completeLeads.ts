import type { ApolloClient } from '@apollo/client'
import { LeadIdsDocument, LeadOwnersDocument, type PrintSelection, type PropertyType } from '../../gql/graphql.ts'
import { propertyTypes } from '../../ui/TypeGlyph.tsx'

/** The server gives no more leads at once. */
const STRIDE = 1000
const UNKNOWN = 'Unknown Owner'

/** The chosen leads whose letters lack neither an owner's name nor an address, in the order in which they are printed. */
export async function completeLeads(client: ApolloClient, selection: PrintSelection): Promise<string[]> {
  const ids = selection.leadIds?.map(String) ?? (await idsOfTag(client, selection.tag ?? selection.leadType))
  const complete: string[] = []
  for (let at = 0; at < ids.length; at += STRIDE) {
    const some = ids.slice(at, at + STRIDE)
    const { data } = await client.query({
      query: LeadOwnersDocument,
      variables: { filter: { ids: some }, first: STRIDE },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('No answer')
    const whole = new Set(
      data.leads.edges
        .filter(({ node }) => node.ownerName && node.ownerName !== UNKNOWN && node.property?.ownerAddress)
        .map(({ node }) => node.id),
    )
    complete.push(...some.filter((id) => whole.has(id)))
  }
  return complete
}

async function idsOfTag(client: ApolloClient, wanted: string | null | undefined): Promise<readonly string[]> {
  // A lead has one of the nine service types: there are none of the other kinds of letters.
  const tag: PropertyType | undefined = propertyTypes.find(({ value }) => value === wanted)?.value
  if (!tag) return []
  const { data } = await client.query({
    query: LeadIdsDocument,
    variables: { filter: { tag } },
    fetchPolicy: 'no-cache',
  })
  if (!data) throw new Error('No answer')
  return data.leadIds
}
