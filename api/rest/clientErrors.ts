import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express'
import { z } from 'zod'
import { Malformed, PayloadTooLarge, TooManyRequests } from '../domain/errors.ts'
import { reportFault, type ClientError } from '../domain/faults.ts'
import { networkOf } from '../domain/networks.ts'
import type { RateLimiter } from '../domain/rateLimits.ts'

const report: z.ZodType<ClientError> = z.strictObject({
  name: z.string().max(100),
  message: z.string().max(500),
  stack: z.array(z.string().max(200)).max(15),
  route: z.string().max(100),
  version: z.string().max(100),
})

/**
 * Serves POST requests to `/client-errors`, to which the web client sends its errors, signed in or not. The reports go to the log and the
 * metrics. It is not a part of the public API. `limiter` limits the reports of each address.
 */
export function clientErrorsRouter(addressOf: (request: Request) => string | null, limiter: RateLimiter): Router {
  const limitRate: RequestHandler = (request, _response, next) => {
    if (request.method !== 'POST') return next('router')
    const waitSeconds = limiter.take(networkOf(addressOf(request)))
    if (waitSeconds > 0) throw new TooManyRequests('Too many error reports. Send no more for now.', waitSeconds)
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
