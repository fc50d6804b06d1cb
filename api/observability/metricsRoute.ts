import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import express, { type Request, type Router } from 'express'
import { Unauthenticated } from '../domain/errors.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` for Prometheus, after `update` has brought the metrics of the database up to date. If a token is set, it must be sent as a Bearer token (otherwise 401). Without a
 * token, only programs on the same machine have access; others receive 404.
 */
export function metricsRouter(metrics: Metrics, token: string | null, update: () => Promise<void>): Router {
  const router = express.Router()
  router.get('/metrics', async (request, response, next) => {
    if (token === null && !isLoopback(request)) return next()
    if (token !== null && !hasToken(request, token)) throw new Unauthenticated('Send the metrics token.')
    response.setHeader('Cache-Control', 'no-store').type(metrics.registry.contentType)
    await update()
    response.send(await metrics.registry.metrics())
  })
  return router
}

/**
 * Whether the request comes from a program on this machine. Requests forwarded by a local proxy do not count, and are
 * recognized by the headers that proxies add.
 */
export function isLoopback({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
