import type { Context } from '../context.ts'
import { authorize, tenantOf } from '../domain/permissions.ts'
import { checkPoint } from '../domain/point.ts'
import { transactIn } from '../log/transact.ts'

/** Counts one initialisation of a map (never a pan: design §6). */
export async function logMapLoad(ctx: Context, at: { lat: number; lng: number; zoom: number }): Promise<void> {
  authorize(ctx.actor, 'activity.report')
  checkPoint(at)
  await transactIn(ctx, tenantOf(ctx.actor), async ({ record }) =>
    record({
      type: 'MapLoaded',
      data: { lat: at.lat, lng: at.lng, zoom: at.zoom, provider: ctx.services.providers.basemap },
    }),
  )
}

/** Keeps a client's own report of a parcel call, as reported: it is never billed (design §6). */
export async function reportParcelCall(
  ctx: Context,
  call: { parcelId: string | null; lat: number | null; lng: number | null },
): Promise<void> {
  authorize(ctx.actor, 'activity.report')
  await transactIn(ctx, tenantOf(ctx.actor), async ({ record }) => record({ type: 'ParcelCallReported', data: call }))
}
