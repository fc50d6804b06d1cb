import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import type { Page } from '../domain/paging.ts'
import type { Point } from '../domain/point.ts'
import type { Knock } from '../entities/knock.ts'
import type { ParcelRecord } from '../services/parcels/parcels.ts'
import { knocksOf } from '../usecases/knocking.ts'
import { leadsOf, type LeadView } from '../usecases/leads.ts'
import type { UserRef } from '../usecases/performance.ts'
import { outlinesAt } from '../usecases/places.ts'
import { readProperties, type PropertyView } from '../usecases/properties.ts'
import { readHistories, type HistoryEntry, type HistoryQuestion } from '../usecases/propertyHistory.ts'
import { namesOf } from '../usecases/users.ts'

/** What fields of many rows need, read once per request for all of them. */
export interface Loaders {
  property: DataLoader<string, PropertyView | null>
  leads: DataLoader<string, LeadView[]>
  knocks: DataLoader<string, Knock[]>
  user: DataLoader<string, UserRef | null>
  outline: DataLoader<Point, ParcelRecord['outline'], string>
  history: DataLoader<HistoryQuestion, Page<HistoryEntry>>
}

export function makeLoaders(ctx: Context): Loaders {
  return {
    property: one(
      (ids) => readProperties(ctx, ids),
      (property) => property.id,
    ),
    leads: many(
      (ids) => leadsOf(ctx, ids),
      (lead) => lead.propertyId,
    ),
    knocks: many(
      (ids) => knocksOf(ctx, ids),
      (knock) => knock.propertyId,
    ),
    user: one(
      async (ids) => [...(await namesOf(ctx, ids)).values()],
      (user) => user.id,
    ),
    outline: new DataLoader((points) => outlinesAt(ctx, points), { cacheKeyFn: ({ lat, lng }) => `${lat} ${lng}` }),
    // Asked together, but anew each time: a mutation between two of them is in the second.
    history: new DataLoader((questions) => readHistories(ctx, questions), { cache: false }),
  }
}

function one<T>(read: (ids: readonly string[]) => Promise<T[]>, idOf: (item: T) => string) {
  return new DataLoader<string, T | null>(async (ids) => {
    const byId = new Map((await read(ids)).map((item) => [idOf(item), item]))
    return ids.map((id) => byId.get(id) ?? null)
  })
}

function many<T>(read: (ids: readonly string[]) => Promise<T[]>, idOf: (item: T) => string) {
  return new DataLoader<string, T[]>(async (ids) => {
    const byId = Map.groupBy(await read(ids), idOf)
    return ids.map((id) => byId.get(id) ?? [])
  })
}
