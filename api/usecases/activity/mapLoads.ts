import type { Context } from '../../context.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, type NullablePoint, type Point } from '../../domain/point.ts'
import { transactInTenant } from '../../log/transact.ts'

/** Records that a map was opened. Panning a map does not count (design §6). */
export async function recordMapLoad(ctx: Context, mapView: Point & { zoom: number }): Promise<void> {
  authorize(ctx.actor, 'activity.report')
  checkPoint(mapView)
  await transactInTenant(ctx, requireTenant(ctx.actor), async ({ record }) =>
    record({
      type: 'MapLoaded',
      data: { ...coarsePoint(mapView), zoom: mapView.zoom, provider: ctx.services.providers.basemap },
    }),
  )
}

/** The log names the actor and is never edited, so it has no exact place: two decimals are about a kilometer. */
const coarse = (degrees: number) => Math.round(degrees * 100) / 100
const coarsePoint = ({ lat, lng }: Point): Point => ({ lat: coarse(lat), lng: coarse(lng) })

/**
 * Records a parcel call that a client reports, without its parcel id, which is an address. Reported calls are never billed (design §6).
 */
export async function recordParcelCallReport(ctx: Context, call: NullablePoint): Promise<void> {
  authorize(ctx.actor, 'activity.report')
  const { lat, lng } = call
  const point = lat === null || lng === null ? { lat: null, lng: null } : coarsePoint({ lat, lng })
  await transactInTenant(ctx, requireTenant(ctx.actor), async ({ record }) =>
    record({ type: 'ParcelCallReported', data: { ...point, parcelId: null } }),
  )
}
