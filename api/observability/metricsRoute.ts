import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import express, { type Request, type Router } from 'express'
import type { Metrics } from './metrics.ts'

/**
 * `GET /metrics` for Prometheus. With a token, whoever sends it as Bearer reads it (else 401); without one, only programs
 * of this machine, and for everybody else there is no such route.
 */
export function metricsRouter(metrics: Metrics, token: string | null): Router {
  const router = express.Router()
  router.get('/metrics', async (request, response, next) => {
    if (token === null && !isLoopback(request)) return next()
    if (token !== null && !hasToken(request, token)) {
      response.status(401).setHeader('WWW-Authenticate', 'Bearer').type('application/problem+json')
      response.json({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Send the metrics token.' })
      return
    }
    response.setHeader('Cache-Control', 'no-store').type(metrics.registry.contentType)
    response.send(await metrics.registry.metrics())
  })
  return router
}

/** Whether a program of this machine asks. A proxy here calls from here too, for people who are elsewhere; it says so. */
export function isLoopback({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
