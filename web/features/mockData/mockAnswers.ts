import type { BoundsInput, LeadFilter, PrintSelection, PropertyFilter } from '../../gql/graphql.ts'
import { comparisonOf, statsOf } from './mockFigures.ts'
import type { MockData } from './mockRest.ts'
import { houseOf, type Lead, leadOf, markerOf, matchingHouses, matchingLeads, pageOf } from './mockRows.ts'

/** What a field of `Query` answers to its arguments. */
export type Answer = (args: Record<string, unknown>) => Promise<unknown>

interface ListArgs<Filter> {
  filter?: Filter
  first?: number
  after?: string | null
}

/** The fields of `Query` that mock data stands in for. */
export function mockAnswers(data: MockData): Record<string, Answer> {
  const houses = async () => {
    const [rows, users] = await Promise.all([data.properties(), data.users()])
    return rows.map((row) => houseOf(row, users))
  }
  const leads = async () => {
    const [rows, known] = await Promise.all([data.leads(), houses()])
    const byId = new Map(known.map((house) => [house.id, house]))
    return rows.map((row) => leadOf(row, byId))
  }
  const leadsOf = async (filter?: LeadFilter) => matchingLeads(await leads(), filter)

  return {
    properties: async (args) => {
      const { filter, ...page } = args as ListArgs<PropertyFilter>
      const found = matchingHouses(await houses(), filter)
      const tagsFound = [
        ...new Set(matchingHouses(await houses(), { ...filter, tag: null }).flatMap(({ tags }) => tags)),
      ]
      return { ...pageOf('Property', found, page), tagsFound }
    },
    property: async ({ id }) => (await houses()).find((house) => house.id === id) ?? null,
    propertyMap: async ({ bounds }) => {
      const { south, west, north, east } = bounds as BoundsInput
      const inside = (await data.properties()).filter(
        ({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east,
      )
      return { __typename: 'PropertyMap', total: inside.length, markers: inside.map(markerOf), clusters: [] }
    },
    leads: async (args) => {
      const { filter, ...page } = args as ListArgs<LeadFilter>
      return pageOf('Lead', await leadsOf(filter), page)
    },
    leadCounters: async () => {
      const all = await leads()
      return {
        __typename: 'LeadCounters',
        total: all.length,
        highPriority: all.filter(({ priority }) => priority === 'HIGH').length,
        new: countStatus(all, 'NEW'),
        completed: countStatus(all, 'COMPLETED'),
      }
    },
    leadGroups: async ({ filter }) => {
      const counts = new Map<string, number>()
      for (const { tag } of await leadsOf(filter as LeadFilter)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts]
        .map(([tag, count]) => ({ __typename: 'LeadGroup', tag, count }))
        .sort((one, other) => other.count - one.count)
    },
    leadIds: async ({ filter }) => (await leadsOf(filter as LeadFilter)).map(({ id }) => id),
    printCheck: async ({ selection }) => {
      const { leadIds, tag } = selection as PrintSelection
      const chosen = await leadsOf({ ids: leadIds ?? null, tag: tag ?? null })
      return {
        __typename: 'PrintCheck',
        total: chosen.length,
        unconfirmed: chosen.filter(({ unconfirmed }) => unconfirmed).length,
        withoutOwner: chosen.filter(({ ownerName }) => !ownerName).length,
        withoutOwnerAddress: 0,
        sentences: [],
      }
    },
    totals: async () => {
      const all = await leads()
      return {
        __typename: 'Totals',
        properties: (await data.properties()).length,
        leads: all.length,
        newLeads: countStatus(all, 'NEW'),
        contactedLeads: countStatus(all, 'CONTACTED'),
        completedLeads: countStatus(all, 'COMPLETED'),
      }
    },
    assignableUsers: async () =>
      (await data.users())
        .filter(({ role, is_active }) => role === 'sales_rep' && is_active)
        .map(({ id, full_name, email }) => ({
          ...{ __typename: 'AssignableUser', id, fullName: full_name, email, role: 'SALES_REP' },
        })),
    activityStats: async ({ days }) => statsOf(await data.stats(Number(days))),
    tenantComparison: async (args) => {
      const days = Number(args['days'])
      const [users, properties, stats, day] = await Promise.all([
        data.users(),
        data.properties(),
        data.stats(days),
        data.usage('day'),
      ])
      return comparisonOf(days, { users, properties, stats, day })
    },
  }
}

const countStatus = (leads: readonly Lead[], wanted: string) => leads.filter(({ status }) => status === wanted).length
