import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Malformed, PayloadTooLarge, TooManyRequests } from '../domain/errors.ts'
import { reportFault, type ClientError } from '../domain/faults.ts'

/** A browser sends an error once, so more come from a loop or an attacker. */
const maxBurst = 20
const refillMs = 10_000

const report: z.ZodType<ClientError> = z.strictObject({
  name: z.string().max(100),
  message: z.string().max(500),
  stack: z.array(z.string().max(200)).max(15),
  route: z.string().max(100),
  version: z.string().max(100),
})

/**
 * Serves POST requests to `/client-errors`, to which the web client sends its errors, signed in or not. The reports go to the log and the
 * metrics. It is not a part of the public API. An address may send 20 at once and then one in ten seconds.
 */
export function clientErrorsRouter(addressOf: (request: Request) => string | null, now = Date.now): Router {
  const buckets = new LRUCache<string, { reports: number; updatedAt: number }>({ max: 10_000 })

  function takeToken(address: string): void {
    const bucket = buckets.get(address) ?? { reports: maxBurst, updatedAt: now() }
    const reports = Math.min(maxBurst, bucket.reports + (now() - bucket.updatedAt) / refillMs)
    if (reports < 1) throw new TooManyRequests('Too many error reports. Send no more for now.', refillMs / 1_000)
    buckets.set(address, { reports: reports - 1, updatedAt: now() })
  }

  const limitRate: RequestHandler = (request, _response, next) => {
    if (request.method !== 'POST') return next('router')
    takeToken(addressOf(request) ?? '')
    next()
  }
  const router = express.Router()
  router.use(limitRate, express.json({ limit: '4kb' }), receiveReport, countRefusal)
  return router
}

const receiveReport: RequestHandler = (request, response) => {
  const { success, data } = report.safeParse(request.body)
  if (!success) throw new Malformed('This is not an error report.')
  reportFault({ type: 'client_error', report: data })
  response.status(204).end()
}

const countRefusal: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  reportFault({ type: 'client_error', report: null })
  const isTooLarge = (error as { type?: unknown } | null)?.type === 'entity.too.large'
  next(isTooLarge ? new PayloadTooLarge('An error report may have 4 kB.') : error)
}
