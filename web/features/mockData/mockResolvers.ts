import type { BoundsInput, LeadFilter, PrintSelection, PropertyFilter } from '../../gql/graphql.ts'
import { toTenantComparison, toActivityStats } from './mockStats.ts'
import type { MockData } from './mockRoutes.ts'
import {
  toProperty,
  type LeadNode,
  toLead,
  toMarker,
  filterProperties,
  filterLeads,
  toConnection,
} from './mockNodes.ts'

/** Resolves a field of `Query` from its arguments. */
export type FieldResolver = (args: Record<string, unknown>) => Promise<unknown>

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
  const leads = async () => {
    const [rows, known] = await Promise.all([data.leads(), loadProperties()])
    const byId = new Map(known.map((house) => [house.id, house]))
    return rows.map((row) => toLead(row, byId))
  }
  const loadFilteredLeads = async (filter?: LeadFilter) => filterLeads(await leads(), filter)

  return {
    properties: async (args) => {
      const { filter, ...page } = args as ListArgs<PropertyFilter>
      const found = filterProperties(await loadProperties(), filter)
      const tagsFound = [
        ...new Set(filterProperties(await loadProperties(), { ...filter, tag: null }).flatMap(({ tags }) => tags)),
      ]
      return { ...toConnection('Property', found, page), tagsFound }
    },
    property: async ({ id }) => (await loadProperties()).find((house) => house.id === id) ?? null,
    propertyMap: async ({ bounds }) => {
      const { south, west, north, east } = bounds as BoundsInput
      const inside = (await data.properties()).filter(
        ({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east,
      )
      return { __typename: 'PropertyMap', total: inside.length, markers: inside.map(toMarker), clusters: [] }
    },
    leads: async (args) => {
      const { filter, ...page } = args as ListArgs<LeadFilter>
      return toConnection('Lead', await loadFilteredLeads(filter), page)
    },
    leadCounters: async () => {
      const all = await leads()
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
      for (const { tag } of await loadFilteredLeads(filter as LeadFilter)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts]
        .map(([tag, count]) => ({ __typename: 'LeadGroup', tag, count }))
        .sort((one, other) => other.count - one.count)
    },
    leadIds: async ({ filter }) => (await loadFilteredLeads(filter as LeadFilter)).map(({ id }) => id),
    printCheck: async ({ selection }) => {
      const { leadIds, tag } = selection as PrintSelection
      const chosen = await loadFilteredLeads({ ids: leadIds ?? null, tag: tag ?? null })
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
        newLeads: countByStatus(all, 'NEW'),
        contactedLeads: countByStatus(all, 'CONTACTED'),
        completedLeads: countByStatus(all, 'COMPLETED'),
      }
    },
    assignableUsers: async () =>
      (await data.users())
        .filter(({ role, is_active }) => role === 'sales_rep' && is_active)
        .map(({ id, full_name, email }) => ({
          ...{ __typename: 'AssignableUser', id, fullName: full_name, email, role: 'SALES_REP' },
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

const countByStatus = (leads: readonly LeadNode[], wanted: string) =>
  leads.filter(({ status }) => status === wanted).length
