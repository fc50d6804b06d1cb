import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Context } from '../context.ts'
import { Malformed, UnsupportedMediaType } from '../domain/errors.ts'
import { checkStorable } from '../domain/storable.ts'
import {
  authorizeRoute,
  type Call,
  type Feature,
  type RouteDefinition,
  type RouteDescription,
} from './routeDefinition.ts'
import { healthRoutes } from './healthRoutes.ts'
import { etagOf, isNotModified } from './etags.ts'
import { runOnce, type RouteResult } from './idempotency.ts'

const parseJson = express.json({ limit: '1mb' })

/** Says who asks for a route. */
type ContextFactory = (request: Request, route: RouteDefinition) => Context | Promise<Context>

/** Express's router of every route, each answering as its definition says. `contextOf` says who asks. */
export function restRouter(features: Feature[], contextFor: ContextFactory): Router {
  const router = express.Router()
  for (const { routes } of features)
    for (const route of routes) router[route.method](route.path, makeHandler(route, contextFor))
  router.use(rejectUnknownRoute([...features.flatMap(({ routes }) => routes), ...healthRoutes]))
  return router
}

/** 405 with the methods that a path has, 404 for a path that is none. */
function rejectUnknownRoute(routes: RouteDescription[]): RequestHandler {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }))
  return ({ method: asked, path }, response) => {
    const methods = patterns.flatMap(({ method, pattern: like }) => (like.test(path) ? [method.toUpperCase()] : []))
    // A route that passed the request on by its own method is none to who asks, such as the metrics to a stranger.
    const allowed = methods.includes(asked) ? '' : methods.join(', ')
    if (allowed) response.setHeader('Allow', allowed)
    const problem = allowed
      ? { status: 405, title: 'Method Not Allowed', detail: `This route takes ${allowed}.` }
      : { status: 404, title: 'Not Found', detail: 'There is no such route.' }
    response.status(problem.status).type('application/problem+json')
    response.json({ type: 'about:blank', ...problem })
  }
}

/** Who asks comes first, then what they ask: nobody learns the shape of a request they may not make. */
function makeHandler(route: RouteDefinition, contextFor: ContextFactory): RequestHandler {
  return async (request, response) => {
    const ctx = await contextFor(request, route)
    authorizeRoute(ctx, route)
    const call = await parseCall(route, request, response)
    sendResult(request, response, route, await runOnce(ctx, route, request, () => route.handle(ctx, call)))
  }
}

function sendResult(
  request: Request,
  response: Response,
  { method, access, versioned }: RouteDefinition,
  result: RouteResult,
): void {
  const { status, body: answer, replayed } = result
  // A file was sent already.
  if (answer === undefined) return
  if (replayed) response.setHeader('Idempotent-Replayed', 'true')
  const item = versioned && (answer as { data?: object }).data
  // A list or a figure has a tag of its text alone: nobody can change it as one thing.
  const text = JSON.stringify(answer)
  const etag = item ? etagOf(JSON.stringify(item)) : method === 'get' && `W/${etagOf(text)}`
  if (etag) response.setHeader('ETag', etag)
  // Held by who asked alone, and asked for again before it is shown.
  if (method === 'get' && access !== 'public') response.setHeader('Cache-Control', 'private, no-cache')
  if (etag && method === 'get' && isNotModified(request, etag)) return void response.status(304).end()
  response
    .status(status)
    .type(status >= 400 ? 'application/problem+json' : 'application/json')
    .send(text)
}

async function parseCall(route: RouteDefinition, request: Request, response: Response): Promise<Call<never, never>> {
  checkStorable([request.query, request.params])
  const query = route.query?.parse(request.query)
  const body = route.body && (await parseBody(route.body, request, response))
  return { query, body, params: request.params, request, response } as Call<never, never>
}

/** The body as its shape says; `ZodError` (400) names each field that cannot be read. Throws `WrongType` for another kind. */
async function parseBody(shape: NonNullable<RouteDefinition['body']>, request: Request, response: Response) {
  // A body of nothing is none, whatever its kind.
  if (request.get('Content-Length') !== '0' && request.is('application/json') === false)
    throw new UnsupportedMediaType('Send the body as application/json.')
  await new Promise<void>((resolve, reject) =>
    parseJson(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve())),
  )
  const given: unknown = request.body
  checkStorable(given)
  if (given === undefined && shape.safeParse(undefined).success) return undefined
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Malformed('Send a JSON object.')
  return shape.parse(given)
}
