import { geocoderOf, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { coveringCellRanges } from '../../domain/cells.ts'
import { boundsAround, type Point } from '../../domain/point.ts'
import { rangeCondition } from '../../services/parcels/parcelQueries.ts'
import { findTenant } from '../tenants/tenants.ts'
import { authorizeParcelRead, mayImportParcels } from './authorizeParcelImports.ts'

/** A rep walks or drives this far from the office. */
const aroundMeters = 5_000
/** Counting more would take long, and tells nobody more. */
const maxCounted = 100_000

export interface ParcelsAround {
  /** The provider that answers lookups: 'embedded' for the parcels in the database. */
  provider: string
  /** Whether the actor may import parcels on this server. */
  mayImport: boolean
  /** The address of the company; null if nobody has said it. */
  address: string | null
  /** Where that is; null if no parcel has the address. */
  point: Point | null
  /** The number of parcels within 5 km of it, at most 100,000; null where a provider is asked. */
  parcels: number | null
}

/** How many parcels lie around the company's address, so that an owner knows whether the county must be imported. */
export async function readParcelsAround(ctx: Context): Promise<ParcelsAround> {
  const tenantId = authorizeParcelRead(ctx)
  const { address } = await ctx.database.within({ tenantId }, (em) => findTenant(em, tenantId))
  const { parcels: provider, geocoder } = ctx.services.providers
  const about = { provider, mayImport: provider === 'embedded' && mayImportParcels(ctx), address }
  if (provider !== 'embedded') return { ...about, point: null, parcels: null }
  // A geocoder that bills is not asked by a screen that only opens.
  const found = address && geocoder === 'embedded' ? (await geocoderOf(ctx).forward(address, { limit: 1 })).found : []
  const point = found[0]?.point ?? null
  return { ...about, point, parcels: point ? await countAround(ctx, tenantId, point) : 0 }
}

async function countAround(ctx: Context, tenantId: string, point: Point): Promise<number> {
  const bounds = boundsAround(point, aroundMeters)
  const values: unknown[] = [bounds.south, bounds.north, bounds.west, bounds.east]
  const cells = rangeCondition('cell', coveringCellRanges(bounds), values)
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ count: number }>(
      em,
      `select count(*)::int as count from (select from parcels
       where ${cells} and lat between $1 and $2 and lng between $3 and $4 limit ${maxCounted}) as around`,
      values,
    ),
  )
  return row!.count
}
