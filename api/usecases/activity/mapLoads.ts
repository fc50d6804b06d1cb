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
      data: { lat: mapView.lat, lng: mapView.lng, zoom: mapView.zoom, provider: ctx.services.providers.basemap },
    }),
  )
}

/** Records a parcel call that a client reports. Reported calls are never billed (design §6). */
export async function recordParcelCallReport(
  ctx: Context,
  call: NullablePoint & { parcelId: string | null },
): Promise<void> {
  authorize(ctx.actor, 'activity.report')
  await transactInTenant(ctx, requireTenant(ctx.actor), async ({ record }) =>
    record({ type: 'ParcelCallReported', data: call }),
  )
}
