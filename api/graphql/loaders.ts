import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import { tenantKeyOf, type TenantKey } from '../domain/ids.ts'
import type { Page } from '../domain/paging.ts'
import { ownUserIdOf } from '../domain/permissions.ts'
import type { Point } from '../domain/point.ts'
import type { ParcelRecord } from '../services/parcels/parcels.ts'
import { readKnocksOfProperties, type KnockView } from '../usecases/knocking/propertyKnocks.ts'
import { readNotesOfLeads, type LeadNote, type NotesQuery } from '../usecases/leads/leadNotes.ts'
import { readLeadStages, type LeadStage } from '../usecases/leads/leadStages.ts'
import { readLeadsOfProperties, type ListedLead, type ListedLeadColumn } from '../usecases/leads/leads.ts'
import type { UserRef } from '../usecases/users/userRefs.ts'
import { readOutlines } from '../usecases/locating/lookups.ts'
import { readHistories, type HistoryEntry, type HistoryQuery } from '../usecases/properties/propertyHistory.ts'
import type { PropertyView } from '../records/propertyRows.ts'
import { type Building, type BuildingPlace, readBuildings } from '../usecases/properties/buildings.ts'
import { readDoorMarks, type DoorMarkView } from '../usecases/properties/doorMarks.ts'
import { readLastKnocks, type LastKnock } from '../usecases/properties/lastKnocks.ts'
import { readProperties } from '../usecases/properties/readProperty.ts'
import { readReplacedOwners, type ReplacedOwner } from '../usecases/properties/replacedOwners.ts'
import { readDoors } from '../usecases/properties/teamDoors.ts'
import { readUnitsHere, type PropertyPlace } from '../usecases/properties/unitsHere.ts'
import { readTenantNames } from '../usecases/tenants/tenants.ts'
import { readUserNames } from '../usecases/users/users.ts'

interface KnocksQuery {
  property: TenantKey
  first: number
}

/** Batch loaders for the fields of many rows, created per request. */
export interface Loaders {
  property: DataLoader<TenantKey, PropertyView | null, string>
  /** Like `property`, but includes the properties of colleagues, limited, if the tenant shows them. */
  door: DataLoader<TenantKey, PropertyView | null, string>
  /** The doors with the house number of a property at its point. */
  unitsHere: DataLoader<PropertyPlace, PropertyView[], string>
  /** The building of several units where a property is. */
  building: DataLoader<BuildingPlace, Building | null, string>
  /** By the property. */
  lastKnock: DataLoader<TenantKey, LastKnock | null, string>
  /** By the property: why nobody may knock there now. */
  doNotKnock: DataLoader<TenantKey, DoorMarkView | null, string>
  /** The newest 100 leads of a property. */
  leads: DataLoader<TenantKey, ListedLead<ListedLeadColumn>[], string>
  /** The newest knocks of a property, at most `first`. */
  knocks: DataLoader<KnocksQuery, KnockView[], string>
  /** Those by the actor. */
  ownKnocks: DataLoader<KnocksQuery, KnockView[], string>
  user: DataLoader<string, UserRef | null>
  /** Names of tenants by id. */
  tenant: DataLoader<string, { id: string; name: string } | null>
  outline: DataLoader<Point, ParcelRecord['outline'], string>
  leadStage: DataLoader<TenantKey, LeadStage | null, string>
  leadNotes: DataLoader<NotesQuery, Page<LeadNote>>
  history: DataLoader<HistoryQuery, Page<HistoryEntry>>
  /** By the property. */
  replacedOwners: DataLoader<TenantKey, ReplacedOwner[]>
}

export function makeLoaders(ctx: Context): Loaders {
  return {
    property: makeTenantLoader((ids) => readProperties(ctx, ids), tenantKeyOf),
    door: makeTenantLoader((ids) => readDoors(ctx, ids), tenantKeyOf),
    unitsHere: new DataLoader<PropertyPlace, PropertyView[], string>((places) => readUnitsHere(ctx, places), {
      cacheKeyFn: tenantKeyOf,
    }),
    building: new DataLoader<BuildingPlace, Building | null, string>((places) => readBuildings(ctx, places), {
      cacheKeyFn: tenantKeyOf,
    }),
    lastKnock: makeTenantLoader((ids) => readLastKnocks(ctx, ids), propertyKeyOf),
    doNotKnock: makeTenantLoader((ids) => readDoorMarks(ctx, ids), propertyKeyOf),
    leads: new DataLoader(
      async (properties) => {
        const byProperty = Map.groupBy(await readLeadsOfProperties(ctx, properties), propertyKeyOf)
        return properties.map((property) => byProperty.get(tenantKeyOf(property)) ?? [])
      },
      { cacheKeyFn: tenantKeyOf },
    ),
    knocks: makeKnockLoader(ctx, null),
    ownKnocks: makeKnockLoader(ctx, ctx.actor && ownUserIdOf(ctx.actor)),
    user: makeItemLoader(
      async (ids) => [...(await readUserNames(ctx, ids)).values()],
      (user) => user.id,
    ),
    tenant: makeItemLoader(
      (ids) => readTenantNames(ctx, ids),
      (tenant) => tenant.id,
    ),
    outline: new DataLoader((points) => readOutlines(ctx, points), { cacheKeyFn: ({ lat, lng }) => `${lat} ${lng}` }),
    leadStage: makeTenantLoader((ids) => readLeadStages(ctx, ids), tenantKeyOf),
    leadNotes: new DataLoader((queries) => readNotesOfLeads(ctx, queries), { cache: false }),
    // Batched but not cached, so that a read after a mutation in the same request returns current data.
    history: new DataLoader((questions) => readHistories(ctx, questions), { cache: false }),
    replacedOwners: new DataLoader((properties) => readReplacedOwners(ctx, properties), { cache: false }),
  }
}

function makeItemLoader<T>(read: (ids: readonly string[]) => Promise<T[]>, idOf: (item: T) => string) {
  return new DataLoader<string, T | null>(async (ids) => {
    const byId = new Map((await read(ids)).map((item) => [idOf(item), item]))
    return ids.map((id) => byId.get(id) ?? null)
  })
}

/** Loads the knocks of properties, by one rep if it is given. */
function makeKnockLoader(ctx: Context, repId: string | null): Loaders['knocks'] {
  return new DataLoader(
    async (queries) => {
      const ids = queries.map(({ property }) => property.id)
      const most = Math.max(...queries.map(({ first }) => first))
      const found = await readKnocksOfProperties(ctx, [...new Set(ids)], most, repId)
      const byProperty = Map.groupBy(found, propertyKeyOf)
      return queries.map(({ property, first }) => (byProperty.get(tenantKeyOf(property)) ?? []).slice(0, first))
    },
    { cacheKeyFn: ({ property, first }) => `${tenantKeyOf(property)} ${first}` },
  )
}

/** `makeItemLoader` for items of tenants. A global admin's `read` may find items of several tenants with the same id. */
function makeTenantLoader<T>(read: (ids: readonly string[]) => Promise<T[]>, keyOf: (item: T) => string) {
  return new DataLoader<TenantKey, T | null, string>(
    async (keys) => {
      const items = await read([...new Set(keys.map(({ id }) => id))])
      const byKey = new Map(items.map((item) => [keyOf(item), item]))
      return keys.map((key) => byKey.get(tenantKeyOf(key)) ?? null)
    },
    { cacheKeyFn: tenantKeyOf },
  )
}

/** The key of the property to which an item belongs. */
const propertyKeyOf = ({ tenantId, propertyId }: { tenantId: string; propertyId: string }): string =>
  tenantKeyOf({ tenantId, id: propertyId })
