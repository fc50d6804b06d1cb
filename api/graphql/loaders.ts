import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import type { Page } from '../domain/paging.ts'
import type { Point } from '../domain/point.ts'
import type { ParcelRecord } from '../services/parcels/parcels.ts'
import { readKnocksOfProperties, type KnockView } from '../usecases/knocking/propertyKnocks.ts'
import { readNotesOfLeads, type LeadNote, type NotesQuery } from '../usecases/leads/leadNotes.ts'
import { readLeadStages, type LeadStage } from '../usecases/leads/leadStages.ts'
import {
  readLeadsOfProperties,
  type ListedLead,
  type ListedLeadColumn,
  type PropertyKey,
} from '../usecases/leads/leads.ts'
import type { UserRef } from '../usecases/users/userRefs.ts'
import { readOutlines } from '../usecases/locating/lookups.ts'
import { readHistories, type HistoryEntry, type HistoryQuery } from '../usecases/properties/propertyHistory.ts'
import type { PropertyView } from '../usecases/properties/propertyRows.ts'
import { readLastKnocks, type LastKnock } from '../usecases/properties/lastKnocks.ts'
import { readProperties } from '../usecases/properties/readProperty.ts'
import { readDoors } from '../usecases/properties/teamDoors.ts'
import { readTenantNames } from '../usecases/tenants/tenants.ts'
import { readUserNames } from '../usecases/users/users.ts'

/** Batch loaders for the fields of many rows, created per request. */
export interface Loaders {
  property: DataLoader<string, PropertyView | null>
  /** Like `property`, but includes the properties of colleagues, limited, if the tenant shows them. */
  door: DataLoader<string, PropertyView | null>
  lastKnock: DataLoader<string, LastKnock | null>
  /** The newest 100 leads of a property. */
  leads: DataLoader<PropertyKey, ListedLead<ListedLeadColumn>[], string>
  /** The newest knocks of a property, at most `first`. */
  knocks: DataLoader<{ propertyId: string; first: number }, KnockView[], string>
  user: DataLoader<string, UserRef | null>
  /** Names of tenants by id. */
  tenant: DataLoader<string, { id: string; name: string } | null>
  outline: DataLoader<Point, ParcelRecord['outline'], string>
  leadStage: DataLoader<string, LeadStage | null>
  leadNotes: DataLoader<NotesQuery, Page<LeadNote>>
  history: DataLoader<HistoryQuery, Page<HistoryEntry>>
}

export function makeLoaders(ctx: Context): Loaders {
  return {
    property: makeItemLoader(
      (ids) => readProperties(ctx, ids),
      (property) => property.id,
    ),
    door: makeItemLoader(
      (ids) => readDoors(ctx, ids),
      (property) => property.id,
    ),
    lastKnock: makeItemLoader(
      (ids) => readLastKnocks(ctx, ids),
      (knock) => knock.propertyId,
    ),
    leads: new DataLoader(
      async (properties) => {
        const byProperty = Map.groupBy(await readLeadsOfProperties(ctx, properties), (lead) => lead.propertyId)
        return properties.map(({ id }) => byProperty.get(id) ?? [])
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    knocks: new DataLoader(
      async (queries) => {
        const ids = queries.map(({ propertyId }) => propertyId)
        const most = Math.max(...queries.map(({ first }) => first))
        const byProperty = Map.groupBy(
          await readKnocksOfProperties(ctx, [...new Set(ids)], most),
          (knock) => knock.propertyId,
        )
        return queries.map(({ propertyId, first }) => (byProperty.get(propertyId) ?? []).slice(0, first))
      },
      { cacheKeyFn: ({ propertyId, first }) => `${propertyId} ${first}` },
    ),
    user: makeItemLoader(
      async (ids) => [...(await readUserNames(ctx, ids)).values()],
      (user) => user.id,
    ),
    tenant: makeItemLoader(
      (ids) => readTenantNames(ctx, ids),
      (tenant) => tenant.id,
    ),
    outline: new DataLoader((points) => readOutlines(ctx, points), { cacheKeyFn: ({ lat, lng }) => `${lat} ${lng}` }),
    leadStage: makeItemLoader(
      (ids) => readLeadStages(ctx, ids),
      (stage) => stage.id,
    ),
    leadNotes: new DataLoader((queries) => readNotesOfLeads(ctx, queries), { cache: false }),
    // Batched but not cached, so that a read after a mutation in the same request returns current data.
    history: new DataLoader((questions) => readHistories(ctx, questions), { cache: false }),
  }
}

function makeItemLoader<T>(read: (ids: readonly string[]) => Promise<T[]>, idOf: (item: T) => string) {
  return new DataLoader<string, T | null>(async (ids) => {
    const byId = new Map((await read(ids)).map((item) => [idOf(item), item]))
    return ids.map((id) => byId.get(id) ?? null)
  })
}
