import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { expect, it, vi } from 'vitest'
import { fetchCompleteLeadIds } from './fetchCompleteLeadIds.ts'

const owners: Record<string, { ownerName: string | null; ownerAddress: string | null }> = {
  whole: { ownerName: 'Sample Owner 0142', ownerAddress: 'PO Box 142' },
  nameless: { ownerName: 'Unknown Owner', ownerAddress: 'PO Box 143' },
  homeless: { ownerName: 'Sample Owner 0144', ownerAddress: null },
  other: { ownerName: 'Sample Owner 0145', ownerAddress: 'PO Box 145' },
}

const onRequest = vi.fn<(filter: unknown) => void>()
const server: typeof fetch = async (_address, init) => {
  const { operationName, variables } = JSON.parse(init?.body as string) as {
    operationName: string
    variables: { filter: { ids?: string[] } }
  }
  onRequest(variables.filter)
  if (operationName === 'LeadIds') return Response.json({ data: { leadIds: Object.keys(owners) } })
  const edges = (variables.filter.ids ?? []).toReversed().map((id) => ({
    node: {
      __typename: 'Lead',
      id,
      ownerName: owners[id]?.ownerName,
      property: { __typename: 'Property', id: `house-${id}`, ownerAddress: owners[id]?.ownerAddress },
    },
  }))
  return Response.json({ data: { leads: { edges } } })
}
const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: '/graphql', fetch: server }) })

it('excludes leads without a name or an address, and keeps the order', async () => {
  expect(await fetchCompleteLeadIds(client, { leadIds: ['other', 'nameless', 'homeless', 'whole'] })).toEqual([
    'other',
    'whole',
  ])
})

it('fetches the leads of a tag first, and none for a template tag that leads cannot have', async () => {
  expect(await fetchCompleteLeadIds(client, { tag: 'STORM' })).toEqual(['whole', 'other'])
  expect(onRequest).toHaveBeenCalledWith({ tag: 'STORM' })
  onRequest.mockClear()
  expect(await fetchCompleteLeadIds(client, { leadType: 'FLYER' })).toEqual([])
  expect(onRequest).not.toHaveBeenCalled()
})
