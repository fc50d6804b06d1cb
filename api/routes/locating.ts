import type { Router } from 'express'
import { z } from 'zod'
import { NotFound } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { logMapLoad, reportParcelCall } from '../usecases/activity.ts'
import { parcelsAt, readParcel, searchParcels } from '../usecases/places.ts'
import { bodyOf, pathPart, queryOf, text } from './body.ts'
import type { Serve } from './handler.ts'
import { presentParcel, presentParcelDetails } from './presenters.ts'

const point = z.object({ lat: z.number(), lng: z.number() })

/** Parcel look-up behind the product's own backend, and what a map reports of its use (spec §7). */
export function locatingRoutes(router: Router, serve: Serve): void {
  router.get(
    '/regrid/search',
    serve(async (ctx, request) => {
      const { address, context } = queryOf(
        request,
        z.object({ address: z.string().default(''), context: z.string().optional() }),
      )
      return { results: (await searchParcels(ctx, address, context ?? null)).map(presentParcel) }
    }),
  )
  router.post(
    '/regrid/search-by-coordinates',
    serve(async (ctx, request) => ({ results: (await parcelsAt(ctx, bodyOf(request, point))).map(presentParcel) })),
  )
  router.get(
    '/regrid/details/:id',
    serve(async (ctx, request) => {
      const parcel = await readParcel(ctx, pathPart(request, 'id'))
      if (!parcel) throw new NotFound('Parcel not found')
      return { data: presentParcelDetails(parcel) }
    }),
  )
  router.post(
    '/activity/log-map-load',
    serve(async (ctx, request) => {
      await logMapLoad(ctx, bodyOf(request, point.extend({ zoom: z.number().min(0).max(30) })))
      return { message: messages.mapLoadLogged }
    }),
  )
  router.post(
    '/activity/log-regrid-call',
    serve(async (ctx, request) => {
      const call = bodyOf(
        request,
        z.object({ parcel_id: text(100), lat: z.number().nullish(), lng: z.number().nullish() }),
      )
      await reportParcelCall(ctx, { parcelId: call.parcel_id ?? null, lat: call.lat ?? null, lng: call.lng ?? null })
      return { message: messages.parcelCallLogged }
    }),
  )
}
