// @vitest-environment jsdom
import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { of } from 'rxjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AdminTotalsDocument,
  DashboardDocument,
  PropertiesInViewDocument,
  LeadCountersDocument,
  LeadGroupsDocument,
  LeadIdsDocument,
  LeadListDocument,
  LeadOverviewDocument,
  PropertyDetailsDocument,
  PropertyListDocument,
  TenantComparisonDocument,
  UpdateLeadStatusDocument,
} from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { splitProportionally } from './mockStats.ts'
import { mockLink } from './mockLink.ts'

const propertyRow = (n: number, tags: string[]) => ({
  id: `house-${n}`,
  address: `${n} Placeholder Ln, Mockville, IN 46299`,
  street_number: String(n),
  street_name: 'Placeholder Ln',
  city: 'Mockville',
  state: 'IN',
  zip_code: '46299',
  lat: 39.77,
  lng: -86.16 + n / 1000,
  owner_name: n === 3 ? null : `Sample Owner 000${n}`,
  owner_address: null,
  owner_source: 'mock',
  parcel_id: `MOCK-000${n}`,
  unconfirmed: false,
  neighborhood: null,
  notes: null,
  accessNote: null,
  language: null,
  tags,
  priority: 'high',
  status: 'not_interested',
  assigned_to: 'user-1',
  created_at: '2024-02-15T21:00:00.000Z',
})
const propertyRows = [propertyRow(1, ['storm']), propertyRow(2, ['metal_roof', 'storm']), propertyRow(3, [])]
const leads = propertyRows.map((one, at) => ({
  id: `lead-${at + 1}`,
  property_id: one.id,
  property: { address: one.address, owner_name: one.owner_name },
  tag: at === 2 ? 'gutter' : 'storm',
  priority: at === 0 ? 'high' : 'normal',
  status: ['new', 'contacted', 'completed'][at],
  rep_id: 'user-1',
  created_at: '2024-02-15T21:00:00.000Z',
}))
const tenant = (id: string) => ({ id, name: id, company_name: id })
const users = ['one', 'one', 'other'].map((name, at) => ({
  id: `user-${at + 1}`,
  email: `mock${at}@one.example`,
  full_name: `Mocky Sample ${at}`,
  role: 'sales_rep',
  is_active: true,
  tenant: tenant(name),
}))
const responses: Record<string, unknown> = {
  '/api/mock/properties': propertyRows,
  '/api/mock/leads': leads,
  '/api/mock/users': users,
  '/api/mock/activity/stats': { days: 7, api_calls: 10, by_action: { MapLoaded: 7, DoorKnocked: 3 } },
  '/api/mock/finops/summary': { total_cost: 1.01, by_service: { map_loads: { cost: 1, count: 5 } } },
}

const onFetch = vi.fn<(path: string) => void>()
const network = vi.fn<ApolloLink.RequestHandler>()
let client: ApolloClient

beforeEach(() => {
  onFetch.mockReset()
  network.mockReset().mockImplementation(() => of({ data: { me: { __typename: 'Me', id: 'parker' } } }))
  vi.stubGlobal('fetch', async (given: string) => {
    const { pathname, search } = new URL(given, 'http://localhost')
    onFetch(pathname + search)
    return Response.json({ data: responses[pathname] })
  })
  client = new ApolloClient({
    cache: new InMemoryCache(),
    link: mockLink({ token: 'token' }).concat(new ApolloLink(network)),
  })
})

describe('while mock data is on', () => {
  it('lists come from the mock routes, filtered and paged like the real ones', async () => {
    const page = { filter: { tag: 'STORM' as const, search: 'placeh' }, first: 1 }
    const { data } = await client.query({ query: PropertyListDocument, variables: page })
    expect(data?.properties).toMatchObject({
      totalCount: 2,
      tagsFound: ['STORM', 'METAL_ROOF'],
      pageInfo: { hasNextPage: true, endCursor: '1' },
      edges: [
        { node: { address: propertyRows[0]!.address, status: 'NOT_INTERESTED', priority: 'HIGH', tags: ['STORM'] } },
      ],
    })
    const next = await client.query({ query: PropertyListDocument, variables: { ...page, after: '1' } })
    expect(next.data?.properties.edges.map(({ node }) => node.id)).toEqual(['house-2'])
    const filter = { search: 'owner 0002' }
    const found = await client.query({ query: LeadListDocument, variables: { filter, first: 50, counted: true } })
    expect(found.data?.leads).toMatchObject({ totalCount: 1, edges: [{ node: { id: 'lead-2', status: 'CONTACTED' } }] })
    expect(network).not.toHaveBeenCalled()
    expect(new Set(onFetch.mock.calls.map(([path]) => path)).size).toBe(onFetch.mock.calls.length)
    expect(onFetch.mock.calls.filter(([path]) => !path.includes('mock=true'))).toEqual([])
  })

  it('counts agree with lists', async () => {
    const counters = await client.query({ query: LeadCountersDocument })
    expect(counters.data?.leadCounters).toMatchObject({ total: 3, highPriority: 1, new: 1, completed: 1 })
    const totals = await client.query({ query: AdminTotalsDocument })
    expect(totals.data?.totals).toMatchObject({ properties: 3, leads: 3, newLeads: 1, completedLeads: 1 })
    const variables = { followUpTo: '2026-12-02T05:00:00.000Z' }
    const overview = (await client.query({ query: LeadOverviewDocument, variables })).data
    expect([overview?.all.total, overview?.unprinted.total, overview?.urgent.total]).toEqual([3, 3, 1])
    expect(overview?.due.total).toBe(0)
    const groups = await client.query({ query: LeadGroupsDocument, variables: { filter: {} } })
    expect(groups.data?.leadGroups.map(({ tag, count }) => [tag, count])).toEqual([
      ['STORM', 2],
      ['GUTTER', 1],
    ])
    const ids = await client.query({ query: LeadIdsDocument, variables: { filter: { status: 'NEW' } } })
    expect(ids.data?.leadIds).toEqual(['lead-1'])
    const dashboard = await client.query({ query: DashboardDocument, fetchPolicy: 'no-cache' })
    expect(dashboard.data?.properties.edges).toHaveLength(3)
  })

  it('serves property details, and markers in view', async () => {
    const details = await client.query({ query: PropertyDetailsDocument, variables: { id: 'house-2' } })
    expect(details.data?.property).toMatchObject({ ownerName: 'Sample Owner 0002', assignedTo: { id: 'user-1' } })
    const bounds = { south: 39, north: 40, west: -86.1585, east: -86 }
    const view = await client.query({ query: PropertiesInViewDocument, variables: { bounds, zoom: 20 } })
    expect(view.data?.propertyMap.markers.map(({ id }) => id)).toEqual(['house-2', 'house-3'])
  })

  it('the rows of the tenant comparison add up to its totals', async () => {
    const { data } = await client.query({ query: TenantComparisonDocument, variables: { days: 7 } })
    const { totals, tenants } = data!.tenantComparison
    const sum = (metric: 'apiCalls' | 'totalCost' | 'userCount' | 'propertyCount') =>
      tenants.reduce((all, tenant) => all + tenant[metric], 0)
    expect(tenants.map(({ userCount }) => userCount)).toEqual([2, 1])
    expect([sum('apiCalls'), sum('userCount'), sum('propertyCount')]).toEqual([10, 3, 3])
    expect(totals).toMatchObject({ apiCalls: 10, users: 3, activeTenants: 2, revenue: 7.07 })
    expect(sum('totalCost')).toBeCloseTo(7.07, 6)
  })

  it('every mutation is rejected with the reason', async () => {
    const variables = { id: 'lead-1', status: 'COMPLETED' as const }
    const refusal: unknown = await client
      .mutate({ mutation: UpdateLeadStatusDocument, variables })
      .catch((error: unknown) => error)
    expect(errorCode(refusal)).toBe('MOCK_DATA')
    expect((refusal as Error).message).toBe(
      'Mock data is on, so nothing is saved. Switch it off to work with real data.',
    )
    expect(network).not.toHaveBeenCalled()
  })

  it('all other operations go to the server', async () => {
    const query = gql`
      query Me {
        me {
          id
        }
      }
    `
    expect((await client.query({ query })).data).toMatchObject({ me: { id: 'parker' } })
    expect(network).toHaveBeenCalledTimes(1)
  })
})

it('splits a total without losing any of it', () => {
  expect(splitProportionally(10, [1, 1, 1])).toEqual([3, 3, 4])
  expect(splitProportionally(7, [])).toEqual([])
  expect(splitProportionally(5, [0, 0])).toEqual([0, 5])
})
