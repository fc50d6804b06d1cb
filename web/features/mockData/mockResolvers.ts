import type { LeadFilter, LeadOrder, PrintSelection, PropertyFilter } from '../../gql/graphql.ts'
import { type Bounds, contains } from '../../lib/distance.ts'
import { toTenantComparison, toActivityStats } from './mockStats.ts'
import type { MockData } from './mockRoutes.ts'
import {
  toProperty,
  type LeadNode,
  toLead,
  toMarker,
  filterProperties,
  filterLeads,
  sortLeads,
  toConnection,
} from './mockNodes.ts'

/** Resolves a field of `Query` from its arguments. */
export type FieldResolver = (args: Record<string, unknown>) => Promise<unknown>

/** In each group of Quick find. */
const MAX_FOUND = 5

interface ListArgs<Filter> {
  filter?: Filter
  first?: number
  after?: string | null
}

/** Resolvers for the `Query` fields that mock data replaces. */
export function createMockResolvers(data: MockData): Record<string, FieldResolver> {
  const loadProperties = async () => {
    const [rows, users] = await Promise.all([data.properties(), data.users()])
    return rows.map((row) => toProperty(row, users))
  }
  const loadLeads = async (filter?: LeadFilter) => {
    const [rows, properties, users] = await Promise.all([data.leads(), loadProperties(), data.users()])
    const propertiesById = new Map(properties.map((property) => [property.id, property]))
    return filterLeads(
      rows.map((row) => toLead(row, propertiesById, users)),
      filter,
    )
  }

  return {
    properties: async (args) => {
      const { filter, ...page } = args as ListArgs<PropertyFilter>
      const properties = await loadProperties()
      const withAnyTag = filterProperties(properties, { ...filter, tag: null })
      const tagsFound = [...new Set(withAnyTag.flatMap(({ tags }) => tags))]
      return { ...toConnection('Property', filterProperties(properties, filter), page), tagsFound }
    },
    property: async ({ id }) => (await loadProperties()).find((property) => property.id === id) ?? null,
    propertyMap: async ({ bounds }) => {
      const inside = (await data.properties()).filter((property) => contains(bounds as Bounds, property))
      return {
        ...{ __typename: 'PropertyMap', total: inside.length },
        ...{ markers: inside.map(toMarker), clusters: [], neighborhoods: [] },
      }
    },
    leads: async (args) => {
      const { filter, orderBy, ...page } = args as ListArgs<LeadFilter> & { orderBy?: LeadOrder | null }
      return toConnection('Lead', sortLeads(await loadLeads(filter), orderBy), page)
    },
    lead: async ({ id }) => (await loadLeads()).find((lead) => lead.id === id) ?? null,
    leadStages: async () => [],
    outcomes: async () => [],
    walkingRoute: async () => ({ __typename: 'WalkingRoute', stops: [], line: [], meters: 0, minutes: 0 }),
    myDoorsForToday: async () => ({ __typename: 'DoorsForToday', doors: [], until: null, canTake: false }),
    territories: async () => toConnection('Territory', [], {}),
    passes: async () => toConnection('Pass', [], {}),
    doNotKnockList: async () => toConnection('DoNotKnockMark', [], {}),
    registries: async () => [],
    permits: async () => [],
    recordedAboutMe: async () => toConnection('Recorded', [], {}),
    comeBacks: async () => [],
    leadCounters: async ({ filter }) => {
      const all = await loadLeads(filter as LeadFilter | undefined)
      return {
        __typename: 'LeadCounters',
        total: all.length,
        highPriority: all.filter(({ priority }) => priority === 'HIGH').length,
        new: countByStatus(all, 'NEW'),
        completed: countByStatus(all, 'COMPLETED'),
      }
    },
    leadGroups: async ({ filter }) => {
      const counts = new Map<string, number>()
      for (const { tag } of await loadLeads(filter as LeadFilter)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts]
        .map(([tag, count]) => ({ __typename: 'LeadGroup', tag, count }))
        .sort((one, other) => other.count - one.count)
    },
    leadIds: async ({ filter }) => (await loadLeads(filter as LeadFilter)).map(({ id }) => id),
    printCheck: async ({ selection }) => {
      const { leadIds, tag } = selection as PrintSelection
      const chosen = await loadLeads({ ids: leadIds ?? null, tag: tag ?? null })
      return {
        __typename: 'PrintCheck',
        total: chosen.length,
        unconfirmed: chosen.filter(({ unconfirmed }) => unconfirmed).length,
        doNotKnock: 0,
        withoutOwner: chosen.filter(({ ownerName }) => !ownerName).length,
        withoutOwnerAddress: 0,
        unprintableNames: 0,
        printed: 0,
        sentences: [],
      }
    },
    totals: async () => {
      const all = await loadLeads()
      return {
        __typename: 'Totals',
        properties: (await data.properties()).length,
        leads: all.length,
        newLeads: countByStatus(all, 'NEW'),
        contactedLeads: countByStatus(all, 'CONTACTED'),
        completedLeads: countByStatus(all, 'COMPLETED'),
      }
    },
    quickFind: async ({ query }) => {
      const search = String(query)
      const leads = await loadLeads()
      const found = filterProperties(await loadProperties(), { search }).slice(0, MAX_FOUND)
      return {
        __typename: 'QuickFindResult',
        properties: found.map((property) => ({
          ...property,
          __typename: 'FoundProperty',
          limited: false,
          lead: leads.find(({ propertyId }) => propertyId === property.id) ?? null,
        })),
        owners: [],
        parcels: [],
        users: [],
      }
    },
    assignableUsers: async () =>
      (await data.users())
        .filter(({ role, is_active }) => role === 'sales_rep' && is_active)
        .map(({ id, full_name, email }) => ({
          __typename: 'AssignableUser',
          id,
          fullName: full_name,
          email,
          role: 'SALES_REP',
        })),
    activityStats: async ({ days }) => toActivityStats(await data.stats(Number(days))),
    tenantComparison: async (args) => {
      const days = Number(args['days'])
      const [users, properties, stats, day] = await Promise.all([
        data.users(),
        data.properties(),
        data.stats(days),
        data.usage('day'),
      ])
      return toTenantComparison(days, { users, properties, stats, day })
    },
  }
}

const countByStatus = (leads: readonly LeadNode[], status: string) =>
  leads.filter((lead) => lead.status === status).length
