import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { compareProperties, type Comparison } from '../../domain/addresses/compareProperties.ts'
import type { DuplicateReason } from '../../domain/enums.ts'
import { NotFound } from '../../domain/errors.ts'
import { KeySets } from '../../domain/leads/keySets.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import { PropertyIndex } from '../properties/propertyIndex.ts'
import { findDismissedWith } from './dismissDuplicates.ts'
import { findLeadsOfProperties, listedColumnNames, readLead, type ListedLead, type ListedLeadColumn } from './leads.ts'

type Lead = ListedLead<ListedLeadColumn>

export interface LeadDuplicate {
  lead: Lead
  reason: DuplicateReason
}

/** What duplicates are found by. */
interface Property extends Point {
  id: string
  address: string
  city: string | null
  zipCode: string | null
  parcelId: string | null
}

/** The number of properties that are compared at a time, so that other requests run in between. */
const batchSize = 2_000
/** The maximum number of properties of a group. At most twenty leads are merged at once. */
const maxSimilarProperties = 50
const describingColumns = 'p.id, p.address, p.city, p.zip_code as "zipCode", p.parcel_id as "parcelId", p.lat, p.lng'

/**
 * The other leads at the same property, at a property with the same parcel id, or with the same address however it is spelled,
 * newest first within each reason. Without those that were dismissed together with the lead.
 */
export async function listLeadDuplicates(ctx: Context, id: string): Promise<LeadDuplicate[]> {
  authorize(ctx.actor, 'lead.merge')
  const lead = await readLead(ctx, id)
  // In the tenant of the lead also for a global admin, because a distributed database refuses the statement for all tenants.
  return ctx.database.within({ tenantId: lead.tenantId }, async (em) => {
    const [property, ...others] = await findSimilarProperties(em, lead.tenantId, lead.propertyId)
    if (!property) throw new NotFound('Lead not found')
    const reasons = new Map<string, DuplicateReason>([[property.id, 'same_property']])
    const pause = makePauses()
    for (const other of others) {
      await pause()
      const reason = reasonOf(compareProperties(property, other))
      if (reason) reasons.set(other.id, reason)
      if (reasons.size === maxSimilarProperties) break
    }
    const keys = [...reasons.keys()].map((propertyId) => ({ tenantId: lead.tenantId, id: propertyId }))
    const leads = await findLeadsOfProperties(em, ctx, keys, listedColumnNames)
    const dismissed = await findDismissedWith(em, lead.tenantId, lead.id)
    const found = Map.groupBy(
      leads.filter((other) => other.id !== lead.id && !dismissed.has(other.id)),
      ({ propertyId }) => propertyId,
    )
    return [...reasons].flatMap(([propertyId, reason]) =>
      (found.get(propertyId) ?? []).map((other) => ({ lead: other, reason })),
    )
  })
}

/** A group of leads that are duplicates of each other, newest first. */
export interface DuplicateGroup {
  leads: Lead[]
}

/**
 * Groups of leads of the tenant that are duplicates, at most `limit`, those of the largest number of leads first. A group is left out
 * if all its leads were dismissed together.
 */
export async function listDuplicateLeads(ctx: Context, limit: number): Promise<DuplicateGroup[]> {
  authorize(ctx.actor, 'lead.merge')
  const tenantId = requireTenant(ctx.actor)
  const groups = (await groupProperties(ctx, tenantId))
    .filter(({ leads, dismissalId }) => leads > 1 && dismissalId === null)
    .toSorted((one, other) => other.leads - one.leads || (one.ids[0]! < other.ids[0]! ? -1 : 1))
    .slice(0, limit)
  const keys = groups.flatMap(({ ids }) => ids.map((id) => ({ tenantId, id })))
  const leads = await ctx.database.within(readScope(ctx), (em) =>
    findLeadsOfProperties(em, ctx, keys, listedColumnNames),
  )
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group])))
  const leadsOf = Map.groupBy(leads, ({ propertyId }) => groupOf.get(propertyId))
  return groups.map((group) => ({ leads: leadsOf.get(group) ?? [] })).filter((group) => group.leads.length > 1)
}

/** The property itself, then the others with its parcel id or its house number. */
async function findSimilarProperties(em: EntityManager, tenantId: string, propertyId: string): Promise<Property[]> {
  return queryRows<Property>(
    em,
    `select ${describingColumns} from properties p where p.tenant_id = $1 and p.id = $2
     union all
     select * from (
       select ${describingColumns} from properties p
       join properties own on own.tenant_id = $1 and own.id = $2 and own.parcel_id = p.parcel_id
       where p.tenant_id = $1 and p.id <> $2
       union
       select ${describingColumns} from properties p
       join properties own on own.tenant_id = $1 and own.id = $2 and own.street_number = p.street_number
       where p.tenant_id = $1 and p.id <> $2 and p.street_number <> ''
     ) others`,
    [tenantId, propertyId],
  )
}

/** Null if a comparison does not suggest that the leads of the two properties are merged. */
function reasonOf({ verdict, reason }: Comparison): DuplicateReason | null {
  if (reason === 'parcel') return 'same_parcel'
  return verdict === 'same' ? 'same_address' : null
}

interface PropertyGroup {
  /** At most `maxSimilarProperties`. */
  ids: string[]
  /** The number of leads at all of its properties. */
  leads: number
  /** The dismissal that all leads at these properties have; null if they do not have the same one. */
  dismissalId: string | null
}

type PropertyWithLeads = Property & Pick<PropertyGroup, 'leads' | 'dismissalId'>

/** The tenant's properties with leads, grouped by parcel id and by address. */
async function groupProperties(ctx: Context, tenantId: string): Promise<PropertyGroup[]> {
  const keySets = new KeySets()
  const index = new PropertyIndex<string>()
  const groups = new Map<string, PropertyGroup>()
  const properties: Pick<PropertyWithLeads, 'id' | 'leads' | 'dismissalId'>[] = []
  const pause = makePauses()
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await readPropertiesWithLeads(ctx, tenantId, after)
    for (const property of page) {
      await pause()
      const similar = index.findAll(property).filter(({ comparison }) => reasonOf(comparison) !== null)
      keySets.join([property.id, ...similar.map((other) => other.property)])
      index.add(property, property.id)
      properties.push({ id: property.id, leads: property.leads, dismissalId: property.dismissalId })
    }
    if (page.length < batchSize) break
    after = page.at(-1)!.id
  }
  for (const { id, leads, dismissalId } of properties) {
    await pause()
    const set = keySets.find(id)
    const group = groups.get(set) ?? { ids: [], leads: 0, dismissalId }
    groups.set(set, group)
    group.leads += leads
    if (group.ids.length === maxSimilarProperties) continue
    group.ids.push(id)
    if (group.dismissalId !== dismissalId) group.dismissalId = null
  }
  return [...groups.values()]
}

function readPropertiesWithLeads(ctx: Context, tenantId: string, after: string): Promise<PropertyWithLeads[]> {
  return ctx.database.within({ tenantId }, (em) =>
    queryRows<PropertyWithLeads>(
      em,
      `select ${describingColumns}, l.leads, case when l.dismissed = l.leads and l.first = l.last then l.first end as "dismissalId"
       from properties p cross join lateral (
         select count(*)::int as leads, count(own.dismissal) as dismissed, min(own.dismissal) as first, max(own.dismissal) as last
         from (
           select (select d.dismissal_id::text from dismissed_duplicates d where d.tenant_id = $1 and d.lead_id = l.id) as dismissal
           from leads l where l.tenant_id = $1 and l.property_id = p.id
         ) own
       ) l
       where p.tenant_id = $1 and p.id > $2 and l.leads > 0 order by p.id limit ${batchSize}`,
      [tenantId, after],
    ),
  )
}
