import type { Router } from 'express'
import { z } from 'zod'
import { knockOutcomes } from '../domain/words.ts'
import { logKnock, withdrawKnock } from '../usecases/knocking.ts'
import { endKnockSession, startKnockSession } from '../usecases/knockSessions.ts'
import { bodyOf, pathPart, text } from './body.ts'
import type { Serve } from './handler.ts'
import { presentKnock, presentKnockSession } from './presenters.ts'

const place = { lat: z.number().nullish(), lng: z.number().nullish() }
const knock = z.object({
  property_id: z.string(),
  outcome: z.enum(knockOutcomes),
  session_id: text(50),
  event_id: text(50),
  occurred_at: z.iso.datetime({ offset: true }).nullish(),
  note: text(2_000),
  ...place,
})

export function knockingRoutes(router: Router, serve: Serve): void {
  router.post(
    '/crm/door-knocks',
    serve(async (ctx, request) => {
      const body = bodyOf(request, knock)
      const result = await logKnock(ctx, {
        ...body,
        propertyId: body.property_id,
        eventId: body.event_id,
        sessionId: body.session_id,
        occurredAt: body.occurred_at ? new Date(body.occurred_at) : null,
      })
      return { data: presentKnock(result) }
    }, 201),
  )
  router.delete(
    '/crm/door-knocks/:event_id',
    serve(async (ctx, request) => {
      const result = await withdrawKnock(ctx, pathPart(request, 'event_id'))
      return { message: 'Knock withdrawn', data: presentKnock(result) }
    }),
  )
  router.post(
    '/crm/door-knock-session/start',
    serve(async (ctx, request) => {
      const { lat, lng } = z.object(place).parse(request.body ?? {})
      const at = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
      return { data: presentKnockSession(await startKnockSession(ctx, at)) }
    }, 201),
  )
  router.put(
    '/crm/door-knock-session/:id/end',
    serve(async (ctx, request) => ({
      data: presentKnockSession(await endKnockSession(ctx, pathPart(request, 'id'))),
    })),
  )
}
